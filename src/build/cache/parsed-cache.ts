import { renameSync, writeFileSync } from 'node:fs';
import { deserialize, serialize } from 'node:v8';
import { listCircular } from '../../compiler/list-circular.js';
import type { ParsedFile } from '../../compiler/parsed/parsed-file.js';
import { listModules } from './build-inputs.js';
import { readIfThere } from './build-record.js';
import { hashFile } from './hash-disk.js';
import { hashText } from './hash-text.js';

/** The parsed files of a build, by absolute path. */
export type ParsedFiles = ReadonlyMap<string, ParsedFile>;

export const NO_FILES: ParsedFiles = new Map();

/** Two hashes in hex, a line each: of the content, and of the record of the build. */
const HEAD_BYTES = 2 * 65;

/** The parsed files of the build whose record has that checksum; none where they are missing or damaged. */
export function readParsedFiles(path: string, checksum: string): ParsedFiles {
  const bytes = readIfThere(path);
  const [seal, owner] = bytes?.toString('latin1', 0, HEAD_BYTES).split('\n') ?? [];
  const content = bytes?.subarray(HEAD_BYTES);
  if (!content || owner !== checksum || hashText(content) !== seal) return NO_FILES;
  return deserialize(content) as ParsedFiles;
}

export function serializeFiles(files: readonly ParsedFile[]): Buffer {
  return serialize(new Map(files.map((file) => [file.path, file])));
}

/** Writes serialized files for the next build, in one step. */
export function writeParsedFiles(path: string, checksum: string, content: Buffer): void {
  const temporary = `${path}.${process.pid}.tmp`;
  writeFileSync(temporary, Buffer.concat([Buffer.from(`${hashText(content)}\n${checksum}\n`), content]));
  renameSync(temporary, path);
}

/**
 * Those that are what they were, since none of the modules that they were made of has changed. Of modules that import each
 * other in a circle it depends on all files which runs first: what is made of these is never reused,
 * and neither is what the clock or random numbers decided of.
 */
export function listReusable(files: ParsedFiles): ParsedFiles {
  const modules = listModules([...files.values()]);
  const circular = listCircular(Object.fromEntries(modules.map(({ path, imports }) => [path, imports])));
  const isSame = modules.filter(({ path, hash }) => hashFile(path) === hash && !circular.has(path));
  const same = new Set(isSame.map(({ path }) => path));
  return new Map(
    [...files].filter(
      ([, { modules: used }]) =>
        used.length > 0 &&
        used.every(({ path, unstableReads }) => same.has(path) && unstableReads.length === 0),
    ),
  );
}
