/**
 * The compiler's one door to the disk and to module loading. Paths are absolute with `/`. The command line gives
 * the real one, tests one in memory.
 */
export interface Host {
  /** Null when there is no such file. At once: a schema may need a module while it is being made. */
  readFile(path: string): string | null;
  /** The SHA-256 in hex of a text that has not been touched since it was last built from; undefined where that cannot be told. */
  readonly hashOf?: (path: string) => string | undefined;
  /** The SHA-256 in hex of a text that was read through this door; undefined where that cannot be told. */
  readonly hashOfRead?: (path: string) => string | undefined;
  /** Whether nobody has touched a file since the first was read through this door; absent where that cannot be told. */
  readonly isUntouched?: (path: string) => boolean;
  /**
   * Every file below `folder`, recursively; empty when there is no such folder. A link that leads to no file
   * is not followed, and listed with a `/` at its end.
   */
  listFiles(folder: string): Promise<readonly string[]>;
  /** Atomically, with the folders it needs. */
  writeFile(path: string, text: string): Promise<void>;
  /** Likewise; none of them where one cannot be written. */
  writeFiles(files: readonly FileText[]): Promise<void>;
  /** Imports a module by its URL. */
  importUrl(url: string): Promise<Readonly<Record<string, unknown>>>;
  /** A text of procgen's own package: a template, the client's runtime. */
  readPackageFile(file: URL): Promise<string>;
}

export interface FileText {
  readonly path: string;
  readonly text: string;
}
