import { type FileMemory, ReceivedFile, type ReceivedFileOptions } from './received-file.js';
import type { UploadFolder } from './upload-folder.js';

/** How many bytes of one upload's files stay in memory. */
const MEMORY_BYTES = 65_536;

/** The files of one request, until its call is over. */
export class Upload {
  readonly #folder: UploadFolder;
  readonly #files: ReceivedFile[] = [];
  #left = MEMORY_BYTES;
  #isOver = false;
  #stop = (): void => {};

  constructor(folder: UploadFolder) {
    this.#folder = folder;
  }

  /** Creates a file. Throws if the call is over. */
  createFile(options: Pick<ReceivedFileOptions, 'limitBytes' | 'body'>): ReceivedFile {
    if (this.#isOver) throw new TypeError('A file of an upload came after its call was over.');
    const memory: FileMemory = {
      take: (bytes) => {
        if (bytes > this.#left) return false;
        this.#left -= bytes;
        return true;
      },
      giveBack: (bytes) => {
        this.#left += bytes;
      },
    };
    const file = new ReceivedFile({ folder: this.#folder, memory, ...options });
    this.#files.push(file);
    return file;
  }

  /** Sets what to stop if the call is over before the upload is. */
  onRemove(stop: () => void): void {
    this.#stop = stop;
  }

  /** Removes all files and stops receiving. */
  async remove(): Promise<void> {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#stop();
    await Promise.all(this.#files.map((file) => file.remove()));
  }
}
