import type { Diagnostic } from '../../compiler/diagnostic.js';

/** SHA-256 by path relative to the project; null for what was looked for and not there. */
export type Hashes = Readonly<Record<string, string | null>>;

/** What is remembered of a project's last build without errors. */
export interface BuildRecord {
  readonly version: 2;
  /** What the build was made of; null when that cannot be told for certain, so that the next one has to compile. */
  readonly inputs: BuildInputs | null;
  /** Whether the same inputs make the same build: no schema was made of the clock or of random numbers. */
  readonly isStable: boolean;
  /** The generated files, as they were written. */
  readonly files: Hashes;
  /** Those of them that were written on request. */
  readonly extras: readonly string[];
  /** The server bundle. */
  readonly server: Hashes;
  /** The configuration's file relative to the project. */
  readonly configFile: string | null;
  readonly diagnostics: readonly Diagnostic[];
  readonly stats: { readonly files: number; readonly procedures: number };
}

/** Everything that decides what a build writes. */
export interface BuildInputs {
  /** Of procgen itself and what it was told. */
  readonly fingerprint: string;
  /** Also those that are not there, and would count if they were. */
  readonly files: Hashes;
  /** Folders, and hashes of what is in them. */
  readonly folders: Hashes;
  /** Environment variables by name. */
  readonly variables: Hashes;
}
