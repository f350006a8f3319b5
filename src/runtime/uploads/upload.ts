import { type FileMemory, ReceivedFile, type ReceivedFileOptions } from './received-file.js';
import type { UploadFolder } from './upload-folder.js';

/** How many bytes of one upload's files stay in memory. */
const MEMORY_BYTES = 65_536;

/** The files of one request, until its call is over. */
export class Upload {
  readonly #folder: UploadFolder;
  readonly #files: ReceivedFile[] = [];
  #memoryLeft = MEMORY_BYTES;
  #isRemoved = false;
  #stop = (): void => {};

  constructor(folder: UploadFolder) {
    this.#folder = folder;
  }

  /** Creates a file. Throws if the call is over. */
  createFile(options: Pick<ReceivedFileOptions, 'limitBytes' | 'body'>): ReceivedFile {
    if (this.#isRemoved) throw new TypeError('An uploaded file arrived after its call had ended.');
    const memory: FileMemory = {
      reserve: (bytes) => {
        if (bytes > this.#memoryLeft) return false;
        this.#memoryLeft -= bytes;
        return true;
      },
      release: (bytes) => {
        this.#memoryLeft += bytes;
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
    if (this.#isRemoved) return;
    this.#isRemoved = true;
    this.#stop();
    await Promise.all(this.#files.map((file) => file.remove()));
  }
}
