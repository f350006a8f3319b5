import { openAsBlob } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';
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

/** The bytes of one file: in memory while there is room, else in a file of the folder. */
export class ReceivedFile {
  size = 0;
  readonly #options: ReceivedFileOptions;
  /** What is in memory. */
  #pieces: Buffer<ArrayBuffer>[] = [];
  #taken = 0;
  #head: Buffer = Buffer.alloc(0);
  #stored: { readonly path: string; readonly handle: FileHandle } | undefined;
  #stream: Readable | undefined;
  #receiving: Promise<void> | undefined;

  constructor(options: ReceivedFileOptions) {
    this.#options = options;
  }

  /**
   * Takes all bytes of `stream`, once. Rejects with a PAYLOAD_TOO_LARGE where they are too many, a SERVICE_UNAVAILABLE where
   * the disk takes no more, and as the stream breaks.
   */
  receive(stream: Readable): Promise<void> {
    this.#stream = stream;
    this.#receiving = this.#receiveAll(stream);
    return this.#receiving;
  }

  /** Made when all of it is there. Its content stays where it is, and is read only as far as it is asked for. */
  async toFile(declared: DeclaredFile): Promise<File> {
    const type = recognizeContentType(declared, this.#head);
    const pieces = this.#pieces;
    this.#pieces = [];
    const content = this.#stored ? [await openAsBlob(this.#stored.path).catch(throwDisk)] : pieces;
    return new File(content, declared.name, { type });
  }

  /** Gives up the file, whatever has come of it. */
  async remove(): Promise<void> {
    this.#stream?.destroy();
    // How it ends was told to who received it.
    await this.#receiving?.catch(() => {});
    this.#giveBack();
    if (this.#stored) await this.#options.folder.remove(this.#stored.path);
  }

  async #receiveAll(stream: Readable): Promise<void> {
    const { limitBytes, memory } = this.#options;
    try {
      for await (const piece of stream as AsyncIterable<Buffer<ArrayBuffer>>) {
        this.size += piece.length;
        if (this.size > limitBytes)
          throw new BuiltInError('PAYLOAD_TOO_LARGE', 'form.fileTooLarge', { params: { max: limitBytes } });
        if (this.#head.length < HEAD_BYTES)
          this.#head = Buffer.concat([this.#head, piece.subarray(0, HEAD_BYTES - this.#head.length)]);
        this.#pieces.push(piece);
        if (!this.#stored && memory.take(piece.length)) this.#taken += piece.length;
        else await this.#store();
      }
    } finally {
      await this.#stored?.handle.close().catch(throwDisk);
    }
  }

  /** Writes to the disk what is in memory. */
  async #store(): Promise<void> {
    this.#stored ??= await this.#options.folder.create().catch(throwDisk);
    for (const piece of this.#pieces) {
      await this.#stored.handle.writeFile(piece).catch(throwDisk);
      this.#free(piece);
    }
    this.#giveBack();
  }

  #giveBack(): void {
    this.#options.memory.giveBack(this.#taken);
    this.#taken = 0;
    this.#pieces = [];
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
}

interface Transferable {
  transfer(length: number): ArrayBuffer;
}

/** The caller is told to come again, and the log why. */
function throwDisk(cause: unknown): never {
  throw new ProcedureError('SERVICE_UNAVAILABLE', 'A file of an upload could not be stored.', { cause });
}
