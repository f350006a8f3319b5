/**
 * The compiler's only access to the disk and to module loading. Paths are absolute with `/`. The command line gives
 * the real one, tests one in memory.
 */
export interface Host {
  /** Null when there is no such file. At once: a schema may need a module while it is being made. */
  readFile(path: string): string | null;
  /**
   * Every file below `folder`, recursively; empty when there is no such folder. A link that leads to no file
   * is not followed, and listed with a `/` at its end.
   */
  listFiles(folder: string): Promise<readonly string[]>;
  /** Atomically, with the folders they need; none of them where one cannot be written. */
  writeFiles(files: readonly FileText[]): Promise<void>;
  /** Creates a folder with those around it, and gives the outermost that was not there; undefined when all were. */
  createFolder(path: string): string | undefined;
  /** Imports a module by its URL. */
  importUrl(url: string): Promise<Readonly<Record<string, unknown>>>;
  /** A text of procgen's own package: a template, the client's runtime. */
  readPackageFile(file: URL): Promise<string>;
}

export interface FileText {
  readonly path: string;
  readonly text: string;
}
