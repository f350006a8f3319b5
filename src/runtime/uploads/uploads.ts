import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import type { UploadOptions } from '../../definition/config.js';
import type { Logger } from '../../definition/context.js';
import { type AwaitedBodies, createAwaitedBodies } from '../overload/awaited-bodies.js';
import type { AwaitedBodyLimits } from '../runtime-options.js';
import { createMemoryBudgets } from './memory-budget.js';
import { Upload } from './upload.js';
import { createUploadFolder } from './upload-folder.js';

export const DEFAULT_UPLOAD_LIMIT_BYTES = 64 * 1_048_576;
export const DEFAULT_UPLOAD_FILES = 20;
export const DEFAULT_UPLOAD_FIELDS = 100;

/** So much of all uploads stays in memory, fields included, and of those of one address. */
const MEMORY_BYTES = 64 * 1_048_576;
const MEMORY_BYTES_PER_ADDRESS = 16 * 1_048_576;

/** Uploads are fewer than other bodies, and longer; how much of them may have arrived is in lengths of the longest. */
const MOST = 500;
const MOST_PER_ADDRESS = 50;
const LENGTHS = 64;
const LENGTHS_PER_ADDRESS = 8;
const LEAST_BYTES_PER_WINDOW = 20 * 1_024;

/** What all uploads of a service share. */
export interface Uploads {
  /** Those that have not arrived yet. */
  readonly awaited: AwaitedBodies;
  begin(address: string): Upload;
  /** Removes what processes left that were killed. */
  removeLeftovers(): Promise<void>;
  /** Removes all files. */
  close(): Promise<void>;
}

export interface UploadsParts {
  readonly options: UploadOptions | undefined;
  readonly limits: AwaitedBodyLimits | undefined;
  /** The longest that all fields of a form may be together. */
  readonly fieldLimitBytes: number;
  /** What a relative folder is relative to. */
  readonly cwd: string;
  readonly log: Logger;
}

/** Nothing is read or made on the disk before it is needed. */
export function createUploads({ options = {}, limits, fieldLimitBytes, cwd, log }: UploadsParts): Uploads {
  const { limit = DEFAULT_UPLOAD_LIMIT_BYTES, folder: parent = tmpdir() } = options;
  const folder = createUploadFolder(resolve(cwd, parent), log);
  const createMemory = createMemoryBudgets({
    bytes: Math.max(MEMORY_BYTES, 8 * fieldLimitBytes),
    bytesPerAddress: Math.max(MEMORY_BYTES_PER_ADDRESS, 2 * fieldLimitBytes),
  });
  const awaited = createAwaitedBodies({
    limits: {
      most: MOST,
      mostPerAddress: MOST_PER_ADDRESS,
      bytes: LENGTHS * limit,
      bytesPerAddress: LENGTHS_PER_ADDRESS * limit,
      leastBytesPerWindow: LEAST_BYTES_PER_WINDOW,
      ...limits,
    },
  });
  return {
    awaited,
    begin: (address) => new Upload(folder, createMemory(address)),
    removeLeftovers: () => folder.removeLeftovers(),
    async close() {
      awaited.close();
      await folder.close();
    },
  };
}
