import { openAsBlob } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { BuiltInError } from '../../protocol/built-in-error.js';
import { ProcedureError } from '../../protocol/procedure-error.js';
import type { RequestBody } from '../exchange.js';
import { type DeclaredFile, HEAD_BYTES, recognizeContentType } from './recognize-content-type.js';
import type { UploadFolder } from './upload-folder.js';

/** The bytes of files that an upload may keep in memory. */
export interface FileMemory {
  /** Reserves bytes; returns false if not enough are left. */
  reserve(bytes: number): boolean;
  release(bytes: number): void;
}

export interface ReceivedFileOptions {
  readonly folder: UploadFolder;
  readonly memory: FileMemory;
  /** The maximum size of the file. */
  readonly limitBytes: number;
  /** The request body that contains the file. */
  readonly body: Pick<RequestBody, 'ownsChunks'>;
}

/** The bytes of one uploaded file, kept in memory while there is room and otherwise in a file of the folder. */
export class ReceivedFile {
  size = 0;
  readonly #options: ReceivedFileOptions;
  /** The chunks in memory. */
  #chunks: Buffer<ArrayBuffer>[] = [];
  #reserved = 0;
  #head: Buffer = Buffer.alloc(0);
  #stored: { readonly path: string; readonly handle: FileHandle } | undefined;
  #stream: Readable | undefined;
  #receiving: Promise<void> | undefined;

  constructor(options: ReceivedFileOptions) {
    this.#options = options;
  }

  /**
   * Reads all of `stream`, once. Rejects with a PAYLOAD_TOO_LARGE if it is too long, with a SERVICE_UNAVAILABLE if the
   * disk fails, and with the error of a broken stream.
   */
  receive(stream: Readable): Promise<void> {
    this.#stream = stream;
    this.#receiving = this.#receiveAll(stream);
    return this.#receiving;
  }

  /** Creates the `File` once everything is received. Content on disk stays there and is read on demand. */
  async toFile(declared: DeclaredFile): Promise<File> {
    const type = recognizeContentType(declared, this.#head);
    const chunks = this.#chunks;
    this.#chunks = [];
    const content = this.#stored ? [await openAsBlob(this.#stored.path).catch(throwStorageError)] : chunks;
    return new File(content, declared.name, { type });
  }

  /** Discards the file in any state. */
  async remove(): Promise<void> {
    this.#stream?.destroy();
    // The caller of `receive` handles this rejection.
    await this.#receiving?.catch(() => {});
    this.#releaseMemory();
    if (this.#stored) await this.#options.folder.remove(this.#stored.path);
  }

  async #receiveAll(stream: Readable): Promise<void> {
    const { limitBytes, memory } = this.#options;
    try {
      for await (const chunk of stream as AsyncIterable<Buffer<ArrayBuffer>>) {
        this.size += chunk.length;
        if (this.size > limitBytes)
          throw new BuiltInError('PAYLOAD_TOO_LARGE', 'form.fileTooLarge', { params: { max: limitBytes } });
        if (this.#head.length < HEAD_BYTES)
          this.#head = Buffer.concat([this.#head, chunk.subarray(0, HEAD_BYTES - this.#head.length)]);
        this.#chunks.push(chunk);
        if (!this.#stored && memory.reserve(chunk.length)) this.#reserved += chunk.length;
        else await this.#moveToDisk();
      }
    } finally {
      await this.#stored?.handle.close().catch(throwStorageError);
    }
  }

  /** Moves the chunks in memory to disk. */
  async #moveToDisk(): Promise<void> {
    this.#stored ??= await this.#options.folder.create().catch(throwStorageError);
    for (const chunk of this.#chunks) {
      await this.#stored.handle.writeFile(chunk).catch(throwStorageError);
      this.#free(chunk);
    }
    this.#releaseMemory();
  }

  #releaseMemory(): void {
    this.#options.memory.release(this.#reserved);
    this.#reserved = 0;
    this.#chunks = [];
  }

  /**
   * Frees the memory of a chunk that is no longer needed. V8 would free it with the next scavenge, which buffers alone
   * do not trigger: Node 24 runs a mark-sweep first, after every 64 MiB (`npm run bench -- upload`).
   */
  #free({ buffer, byteLength }: Uint8Array<ArrayBuffer>): void {
    const isWhole = buffer.byteLength === byteLength;
    // Node 20 has no `transfer`.
    if (isWhole && this.#options.body.ownsChunks) (buffer as Partial<Transferable>).transfer?.(0);
  }
}

interface Transferable {
  transfer(length: number): ArrayBuffer;
}

/** The caller gets a 503; the cause is only logged. */
function throwStorageError(cause: unknown): never {
  throw new ProcedureError('SERVICE_UNAVAILABLE', 'An uploaded file could not be stored.', { cause });
}
