import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import type { UploadOptions } from '../../definition/config.js';
import type { Logger } from '../../definition/context.js';
import { type AwaitingCall, createAwaitedBodies } from '../overload/awaited-bodies.js';
import type { AwaitedBodyLimits } from '../runtime-options.js';
import type { FormOptions } from './parse-form.js';
import { Upload } from './upload.js';
import { createUploadFolder } from './upload-folder.js';

export const DEFAULT_UPLOAD_LIMIT_BYTES = 64 * 1_048_576;
export const DEFAULT_UPLOAD_FILES = 20;
export const DEFAULT_UPLOAD_FIELDS = 100;

/** Uploads are fewer and longer than other bodies. Their limits in bytes are multiples of the longest upload. */
const MAX_UPLOADS = 500;
const MAX_UPLOADS_PER_ADDRESS = 50;
const BYTES_FACTOR = 64;
const BYTES_FACTOR_PER_ADDRESS = 8;
const MIN_BYTES_PER_WINDOW = 20 * 1_024;

/** The state that all uploads of a service share. */
export interface Uploads {
  begin(): Upload;
  /**
   * Waits for an upload, as `track` of AwaitedBodies does for another body. Its fields are in memory, where all of them
   * together have as much room as other bodies.
   */
  track<T>(call: AwaitingCall, receive: (callbacks: UploadCallbacks) => Promise<T>): Promise<T>;
  /** Removes the files of processes that were killed. */
  removeLeftovers(): Promise<void>;
  /** Removes all files. */
  close(): Promise<void>;
}

/** Callbacks for an upload as it arrives. */
export type UploadCallbacks = Pick<FormOptions, 'onBytes' | 'onFieldBytes' | 'onPause'>;

export interface UploadsParts {
  readonly options: UploadOptions | undefined;
  readonly limits: AwaitedBodyLimits | undefined;
  /** The maximum total size of all fields of a form. */
  readonly fieldLimitBytes: number;
  /** The base of a relative folder. */
  readonly cwd: string;
  readonly log: Logger;
}

/** Does not access the disk before it is needed. */
export function createUploads({ options = {}, limits, fieldLimitBytes, cwd, log }: UploadsParts): Uploads {
  const { limit = DEFAULT_UPLOAD_LIMIT_BYTES, folder: parent = tmpdir() } = options;
  const folder = createUploadFolder(resolve(cwd, parent), log);
  const awaited = createAwaitedBodies({
    limits: {
      most: MAX_UPLOADS,
      mostPerAddress: MAX_UPLOADS_PER_ADDRESS,
      bytes: BYTES_FACTOR * limit,
      bytesPerAddress: BYTES_FACTOR_PER_ADDRESS * limit,
      leastBytesPerWindow: MIN_BYTES_PER_WINDOW,
      ...limits,
    },
  });
  // The number and the rate of uploads are limited above.
  const fields = createAwaitedBodies({
    limits: { most: Infinity, mostPerAddress: Infinity, leastBytesPerWindow: -Infinity },
    bodyLimitBytes: fieldLimitBytes,
  });
  return {
    begin: () => new Upload(folder),
    track: (call, receive) =>
      awaited.track(call, (onBytes, onPause) =>
        fields.track(call, (onFieldBytes) => receive({ onBytes, onFieldBytes, onPause })),
      ),
    removeLeftovers: () => folder.removeLeftovers(),
    async close() {
      awaited.close();
      fields.close();
      await folder.close();
    },
  };
}
