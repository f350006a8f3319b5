import { openAsBlob, type WriteStream } from 'node:fs';
import { Writable } from 'node:stream';
import { BuiltInError } from '../../protocol/built-in-error.js';
import { ProcedureError } from '../../protocol/procedure-error.js';
import type { RequestBody } from '../exchange.js';
import { type DeclaredFile, HEAD_BYTES, recognizeContentType } from './recognize-content-type.js';
import type { UploadFolder } from './upload-folder.js';

/** How many bytes of files an upload may keep in memory. */
export interface FileMemory {
  /** Takes a part of it, unless there is not so much left. */
  take(bytes: number): boolean;
  giveBack(bytes: number): void;
}

export interface ReceivedFileOptions {
  readonly folder: UploadFolder;
  readonly memory: FileMemory;
  /** The longest that it may be. */
  readonly limitBytes: number;
  /** What its bytes are a part of. */
  readonly body: Pick<RequestBody, 'hasOwnPieces'>;
}

/**
 * Takes the bytes of one file: in memory while there is room, else in a file of the folder. It breaks with a
 * PAYLOAD_TOO_LARGE for one that is too long, and a SERVICE_UNAVAILABLE where the disk takes no more.
 */
export class ReceivedFile extends Writable {
  size = 0;
  readonly #options: ReceivedFileOptions;
  /** What is in memory, or was before the rest went to the disk. */
  #pieces: Uint8Array<ArrayBuffer>[] = [];
  #taken = 0;
  #head: Buffer = Buffer.alloc(0);
  #path: string | undefined;
  #stream: WriteStream | undefined;
  #opening: Promise<void> | undefined;

  constructor(options: ReceivedFileOptions) {
    super();
    this.#options = options;
  }

  override _write(
    piece: Buffer<ArrayBuffer>,
    _encoding: BufferEncoding,
    done: (error?: Error | null) => void,
  ): void {
    const { limitBytes, memory } = this.#options;
    this.size += piece.length;
    if (this.#head.length < HEAD_BYTES)
      this.#head = Buffer.concat([this.#head, piece.subarray(0, HEAD_BYTES - this.#head.length)]);
    if (this.size > limitBytes) {
      const params = { max: limitBytes };
      done(new BuiltInError('PAYLOAD_TOO_LARGE', 'form.fileTooLarge', { params }));
    } else if (this.#stream) {
      this.#stream.write(piece, (error) => {
        this.#free(piece);
        done(error && describeDisk(error));
      });
    } else {
      this.#pieces.push(piece);
      if (memory.take(piece.length)) {
        this.#taken += piece.length;
        done();
      } else {
        this.#opening = this.#moveToDisk();
        this.#opening.then(() => done(), done);
      }
    }
  }

  override _final(done: (error?: Error | null) => void): void {
    if (this.#stream) this.#stream.end((error?: Error | null) => done(error && describeDisk(error)));
    else done();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    if (this.#stream && !this.#stream.writableFinished) this.#stream.destroy();
    done(error);
  }

  /** Made when all of it is there. Its content stays where it is, and is read only as far as it is asked for. */
  async toFile(declared: DeclaredFile): Promise<File> {
    const type = recognizeContentType(declared, this.#head);
    const pieces = this.#pieces;
    this.#pieces = [];
    if (this.#path === undefined) return new File(pieces, declared.name, { type });
    const content = await openAsBlob(this.#path).catch((error) => {
      throw describeDisk(error);
    });
    return new File([content], declared.name, { type });
  }

  /** Gives up the file, whatever has come of it. */
  async remove(): Promise<void> {
    this.destroy();
    this.#options.memory.giveBack(this.#taken);
    this.#taken = 0;
    this.#pieces = [];
    // How it ends was told to who wrote.
    await this.#opening?.catch(() => {});
    if (this.#path !== undefined) await this.#options.folder.remove(this.#path);
  }

  /**
   * Gives back the memory of a piece that is no longer needed. Left to V8, it would wait for a collection of young objects,
   * which buffers alone do not bring about: in Node 24 a collection of the whole heap comes first, after each 64 MiB
   * (`npm run bench -- upload`).
   */
  #free({ buffer, byteLength }: Uint8Array<ArrayBuffer>): void {
    const isWhole = buffer.byteLength === byteLength;
    // Node 20 has no `transfer`.
    if (isWhole && this.#options.body.hasOwnPieces) (buffer as Partial<Transferable>).transfer?.(0);
  }

  async #moveToDisk(): Promise<void> {
    const { folder, memory } = this.#options;
    try {
      const { path, handle } = await folder.create();
      this.#path = path;
      const stream = handle.createWriteStream();
      stream.on('error', (error) => this.destroy(describeDisk(error)));
      this.#stream = stream;
      if (this.destroyed) stream.destroy();
      const bytes = Buffer.concat(this.#pieces);
      for (const piece of this.#pieces) this.#free(piece);
      this.#pieces = [];
      memory.giveBack(this.#taken);
      this.#taken = 0;
      await new Promise<void>((resolve, reject) => {
        stream.write(bytes, (error) => (error ? reject(error) : resolve()));
      });
    } catch (error) {
      throw describeDisk(error);
    }
  }
}

interface Transferable {
  transfer(length: number): ArrayBuffer;
}

/** The caller is told to come again, and the log why. */
function describeDisk(cause: unknown): ProcedureError {
  return new ProcedureError('SERVICE_UNAVAILABLE', 'A file of an upload could not be stored.', { cause });
}
