import type { Diagnostic } from '../../compiler/diagnostic.js';

/** SHA-256 by path relative to the project; null for a path that was looked up and did not exist. */
export type Hashes = Readonly<Record<string, string | null>>;

/** The record of a project's last build without errors. */
export interface BuildRecord {
  readonly version: 2;
  /** What the build read; null if that is not known for certain, so that the next build has to compile. */
  readonly inputs: BuildInputs | null;
  /** Whether the same inputs give the same build: no schema read the clock or a random number. */
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
  /** A hash of procgen itself and the options that it was given. */
  readonly fingerprint: string;
  /** Includes missing files that would matter if they existed. */
  readonly files: Hashes;
  /** Folders, with hashes of their listings. */
  readonly folders: Hashes;
  /** Environment variables by name. */
  readonly variables: Hashes;
}
