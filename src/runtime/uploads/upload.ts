import type { MemoryBudget } from './memory-budget.js';
import { ReceivedFile, type ReceivedFileOptions } from './received-file.js';
import type { UploadFolder } from './upload-folder.js';

/** Of the files of one upload so much stays in memory. */
const MEMORY_BYTES = 65_536;

/** What one request has brought, until its call is over. */
export class Upload {
  readonly #folder: UploadFolder;
  readonly #memory: MemoryBudget;
  readonly #files: ReceivedFile[] = [];
  #left = MEMORY_BYTES;
  #taken = 0;
  #unfinished = 0;
  #isOver = false;
  #stop = (): void => {};

  constructor(folder: UploadFolder, memory: MemoryBudget) {
    this.#folder = folder;
    this.#memory = memory;
  }

  /** Begins a file. Throws where the call is over. */
  createFile(options: Pick<ReceivedFileOptions, 'limitBytes' | 'body'>): ReceivedFile {
    if (this.#isOver) throw new TypeError('A file of an upload came after its call was over.');
    const memory: MemoryBudget = {
      take: (bytes) => {
        if (bytes > this.#left || !this.#memory.take(bytes)) return false;
        this.#left -= bytes;
        return true;
      },
      giveBack: (bytes) => {
        this.#left += bytes;
        this.#memory.giveBack(bytes);
      },
    };
    const file = new ReceivedFile({ folder: this.#folder, memory, ...options });
    this.#files.push(file);
    return file;
  }

  /** Takes memory for a field, which has no other place; false where there is none left. */
  takeMemory(bytes: number): boolean {
    if (!this.#memory.take(bytes)) return false;
    this.#taken += bytes;
    return true;
  }

  /** Counts how much is kept of a field that has not ended, in place of what was; false where there is no memory left. */
  holdUnfinished(bytes: number): boolean {
    const more = bytes - this.#unfinished;
    if (more > 0 && !this.#memory.take(more)) return false;
    if (more < 0) this.#memory.giveBack(-more);
    this.#unfinished = bytes;
    return true;
  }

  /** Says what has to stop when the call is over before the upload is. */
  onRemove(stop: () => void): void {
    this.#stop = stop;
  }

  /** Removes all files, and stops what still comes. */
  async remove(): Promise<void> {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#stop();
    this.#memory.giveBack(this.#taken + this.#unfinished);
    this.#unfinished = 0;
    await Promise.all(this.#files.map((file) => file.remove()));
  }
}
