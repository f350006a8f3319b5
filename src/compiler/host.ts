/**
 * The compiler's only access to the disk and to module loading. Paths are absolute with `/`. The command line passes
 * the real one, tests one in memory.
 */
export interface Host {
  /** Returns null if there is no such file. Synchronous: a schema may need a module while it is being created. */
  readFile(path: string): string | null;
  /**
   * Lists every file below `folder`, recursively; empty if there is no such folder. A link to anything but a file is
   * not followed, and is listed with a trailing `/`.
   */
  listFiles(folder: string): Promise<readonly string[]>;
  /** Writes files atomically, with their folders; writes none if one cannot be written. */
  writeFiles(files: readonly FileText[]): Promise<void>;
  /** Creates a folder and its parents. Returns the outermost that did not exist; undefined if all did. */
  createFolder(path: string): string | undefined;
  /** Imports a module by its URL. */
  importUrl(url: string): Promise<Readonly<Record<string, unknown>>>;
  /** Reads a text of procgen's own package: a template, the client's runtime. */
  readPackageFile(file: URL): Promise<string>;
}

export interface FileText {
  readonly path: string;
  readonly text: string;
}
