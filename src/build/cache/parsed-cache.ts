import { listCircular } from '../../compiler/list-circular.js';
import type { ParsedFile } from '../../compiler/parsed/parsed-file.js';
import type { SchemaComponent, SchemaKey } from '../../compiler/schema/shape.js';
import { listModules } from './build-inputs.js';
import { hashFile, readChecksummed } from './hash-disk.js';

/** The parsed files of a build, by absolute path. */
export type ParsedFiles = ReadonlyMap<string, ParsedFile>;

export const NO_FILES: ParsedFiles = new Map();

/** A parsed file as JSON has it. */
interface StoredFile extends Omit<ParsedFile, 'components'> {
  readonly components: readonly (readonly [SchemaKey, SchemaComponent])[];
}

/** The line of each file that was printed or read. */
const lines = new WeakMap<ParsedFile, string>();

/** The parsed files of the build whose record has that checksum; none where they are missing, damaged or of another build. */
export function readParsedFiles(path: string, checksum: string): ParsedFiles {
  const [found, ...printed] = readChecksummed(path)?.text.split('\n') ?? [];
  if (found !== checksum) return NO_FILES;
  return new Map(printed.map((line) => readFile(line)).map((file) => [file.path, file]));
}

/** A line each. */
export function printParsedFiles(files: readonly ParsedFile[]): string {
  return files.map((file) => lines.get(file) ?? printFile(file)).join('\n');
}

function readFile(line: string): ParsedFile {
  const stored = JSON.parse(line) as StoredFile;
  const file = { ...stored, components: new Map(stored.components) };
  lines.set(file, line);
  return file;
}

function printFile(file: ParsedFile): string {
  const line = JSON.stringify({ ...file, components: [...file.components] } satisfies StoredFile);
  lines.set(file, line);
  return line;
}

/**
 * Those that are what they were, since none of the modules that they were made of has changed. Of modules that import each
 * other in a circle it depends on all files which runs first: what is made of these is never reused,
 * and neither is what the clock or random numbers decided of.
 */
export function listReusable(files: ParsedFiles): ParsedFiles {
  const modules = listModules([...files.values()]);
  const circular = listCircular(new Map(modules.map(({ path, imports }) => [path, imports])));
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
