import { listCircular } from '../../compiler/list-circular.js';
import type { ParsedFile } from '../../compiler/parsed/parsed-file.js';
import type { SchemaComponent } from '../../compiler/schema/schema-component.js';
import type { SchemaKey } from '../../compiler/schema/shape.js';
import { listModules } from './build-inputs.js';
import { hashFile } from './hash-disk.js';
import { readSealedText } from './sealed-text.js';

/** The parsed files of a build, by absolute path. */
export type ParsedFiles = ReadonlyMap<string, ParsedFile>;

export const NO_FILES: ParsedFiles = new Map();

/** A parsed file as JSON has it. */
interface StoredFile extends Omit<ParsedFile, 'components'> {
  readonly components: readonly (readonly [SchemaKey, SchemaComponent])[];
}

/** The parsed files of the build whose record has that checksum; none where they are missing, damaged or of another build. */
export function readParsedFiles(path: string, checksum: string): ParsedFiles {
  const { text = '' } = readSealedText(path) ?? {};
  const end = text.indexOf('\n');
  if (end === -1 || text.slice(0, end) !== checksum) return NO_FILES;
  const files = JSON.parse(text.slice(end + 1)) as readonly StoredFile[];
  return new Map(files.map((file) => [file.path, { ...file, components: new Map(file.components) }]));
}

export function printParsedFiles(files: readonly ParsedFile[]): string {
  const stored = files.map((file): StoredFile => ({ ...file, components: [...file.components] }));
  return JSON.stringify(stored);
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
