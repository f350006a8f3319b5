/** What to import of one file: the named exports only, so that the rest of it can fall away. */
export interface ImportRequest<Digest = unknown> {
  /** Absolute, with `/`. */
  readonly path: string;
  readonly listExports: () => Promise<readonly string[]>;
  /** What is kept of its exports, in their place, where nothing of them is shared with other files. */
  readonly digest?: (values: Exports, settle: Settle) => Promise<Digest>;
}

/** Runs what looks at live schemas, again where their own code asks for a value that is to be waited for. */
export type Settle = <T>(look: () => T) => Promise<T>;

/** What a file exports, by its name. */
export type Exports = Readonly<Record<string, unknown>>;
