/** What to import of one file: the named exports only, so that the rest of it can fall away. */
export interface ImportRequest<Digest = unknown> {
  /** Absolute, with `/`. */
  readonly path: string;
  /** Asked for while the bundler works on other files already. */
  readonly listExports: () => Promise<readonly string[]>;
  /**
   * What is kept of its exports, in their place, where nothing but `procgen` and zod is needed to make them: then it has run
   * before all are read.
   */
  readonly digest?: (values: Exports) => Promise<Digest>;
}

/** What a file exports, by its name. */
export type Exports = Readonly<Record<string, unknown>>;
