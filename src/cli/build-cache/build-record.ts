import type { Diagnostic } from '../../compiler/diagnostic.js';
import { hashText } from './hash-text.js';

/** SHA-256 by path relative to the project; null for what was looked for and not there. */
export type Hashes = Readonly<Record<string, string | null>>;

/** What is remembered of a project's last build without faults. */
export interface BuildRecord {
  readonly version: 1;
  /** What the build was made of; null when that cannot be told for certain, so that the next one has to compile. */
  readonly made: BuildOrigin | null;
  /** The generated files, as they were written. */
  readonly files: Hashes;
  /** Those of them that were written on request. */
  readonly extras: readonly string[];
  /** The server bundle's; null where it is not written yet. */
  readonly server: Hashes | null;
  /** The configuration's file relative to the project. */
  readonly configFile: string | null;
  readonly diagnostics: readonly Diagnostic[];
  readonly stats: { readonly files: number; readonly procedures: number };
}

/** Everything that decides what a build writes. */
export interface BuildOrigin {
  /** Procgen itself and what it was told. */
  readonly maker: string;
  readonly files: Hashes;
  /** Folders, and hashes of what is in them. */
  readonly folders: Hashes;
  /** Environment variables by name. */
  readonly variables: Hashes;
}

/** The record behind a seal of its own text, which no other record has. */
export function printBuildRecord(record: BuildRecord): { readonly seal: string; readonly sealed: string } {
  const text = JSON.stringify(record);
  const seal = hashText(text);
  return { seal, sealed: `${seal}\n${text}` };
}

/** Null for what is damaged, cut short, or of another version: there is nothing to be had from it. */
export function parseBuildRecord(
  sealed: string,
): { readonly seal: string; readonly record: BuildRecord } | null {
  const end = sealed.indexOf('\n');
  const text = sealed.slice(end + 1);
  const seal = sealed.slice(0, end);
  if (end === -1 || hashText(text) !== seal) return null;
  const record = JSON.parse(text) as BuildRecord;
  return record.version === 1 ? { seal, record } : null;
}
