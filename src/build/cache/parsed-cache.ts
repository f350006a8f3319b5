import { listCircular } from '../../compiler/list-circular.js';
import type { ParsedFile } from '../../compiler/parsed/parsed-file.js';
import { listModules } from './build-inputs.js';
import { hashFile, readChecksummed } from './hash-file.js';

/** The parsed files of a build, by absolute path. */
export type ParsedFiles = ReadonlyMap<string, ParsedFile>;

export const NO_FILES: ParsedFiles = new Map();

/** The line of each file that was printed or read. */
const lines = new WeakMap<ParsedFile, string>();

/** Reads the parsed files of the build with that checksum; empty if they are missing, damaged or of another build. */
export function readParsedFiles(path: string, checksum: string): ParsedFiles {
  const [found, ...printed] = readChecksummed(path)?.text.split('\n') ?? [];
  if (found !== checksum) return NO_FILES;
  return new Map(printed.map((line) => readFile(line)).map((file) => [file.path, file]));
}

/** Prints one line per file. */
export function printParsedFiles(files: readonly ParsedFile[]): string {
  return files.map((file) => lines.get(file) ?? printFile(file)).join('\n');
}

function readFile(line: string): ParsedFile {
  const file = JSON.parse(line) as ParsedFile;
  lines.set(file, line);
  return file;
}

function printFile(file: ParsedFile): string {
  const line = JSON.stringify(file);
  lines.set(file, line);
  return line;
}

/**
 * Lists the files that can be reused: none of the modules that they depend on has changed. Modules in an import cycle
 * are excluded, since their order depends on all files, and so are those that read the clock or random numbers.
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
