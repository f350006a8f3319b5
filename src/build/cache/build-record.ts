import { readFileSync } from 'node:fs';
import type { Diagnostic } from '../../compiler/diagnostic.js';
import { hashText } from './hash-text.js';

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

export interface StoredRecord {
  /** Of the record's text. */
  readonly checksum: string;
  readonly record: BuildRecord;
}

export function printBuildRecord(record: BuildRecord): { readonly checksum: string; readonly text: string } {
  const json = JSON.stringify(record);
  const checksum = hashText(json);
  return { checksum, text: `${checksum}\n${json}` };
}

/** Null where there is none, or one that is damaged or of another version: everything is built then. */
export function readBuildRecord(path: string): StoredRecord | null {
  const text = readIfThere(path)?.toString() ?? '';
  const end = text.indexOf('\n');
  const checksum = text.slice(0, end);
  const json = text.slice(end + 1);
  if (end === -1 || hashText(json) !== checksum) return null;
  const record = JSON.parse(json) as BuildRecord;
  return record.version === 2 ? { checksum, record } : null;
}

/** Null where there is no such file, or it cannot be read: what a cache cannot give is made again. */
export function readIfThere(path: string): Buffer | null {
  try {
    return readFileSync(path);
  } catch {
    return null;
  }
}
