import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { listAncestors, printSpecifier, relativeTo } from '../relative-path.js';
import { findNearest } from '../suggest-name.js';
import { parseJsonWithComments } from './parse-json-with-comments.js';
import type { MissingImport } from './resolve-import.js';
import type { SourceModules } from './source-modules.js';

/** Suggests a fix for an import of `importer` (absolute path) that does not resolve. */
export function suggestImport(
  sources: SourceModules,
  importer: string,
  specifier: string,
  { missingBase }: Partial<MissingImport> = {},
): string {
  const folder = dirname(importer);
  const isRelative = specifier.startsWith('.');
  const guess = isRelative ? guessPath(folder, specifier) : guessRelative(sources, importer, specifier);
  if (guess !== null && sources.resolve(importer, guess) !== null) return `Did you mean "${guess}"?`;
  if (isRelative || specifier.startsWith('/')) return 'Fix the path, or create the file.';
  if (specifier.startsWith('#')) return 'Add it to `imports` of the package.json, or fix the name.';
  if (missingBase !== undefined) {
    return `The tsconfig.json extends "${relativeTo(sources.root, missingBase)}", which is not there, so its \`paths\` are not known. Fix \`extends\`, or the path.`;
  }
  const name = PACKAGE.exec(specifier)?.[0];
  if (name === undefined) return 'Add it to `paths` of the tsconfig.json, or fix the path.';
  if (listAncestors(folder).some((each) => existsSync(join(each, 'node_modules', name)))) {
    return `"${name}" is installed, but exports no such module. Fix the path.`;
  }
  const dependencies = listDependencies(sources, folder);
  if (dependencies.includes(name)) return 'Install the dependencies of the package.json: run `npm install`.';
  const nearest = findNearest(name, dependencies);
  // Installing a misspelt name could install another package.
  if (nearest !== null) return `Did you mean "${nearest}"?`;
  return `Fix the name, or install the package: run \`npm install ${name}\`.`;
}

/** The name of a package, at the start of a specifier. */
const PACKAGE = /^(?:@[a-z0-9-][\w.-]*\/)?[a-z0-9][\w.-]*(?=\/|$)/i;

const EXTENSION = /\.(?:[cm]?[jt]sx?|json)$/;

/** Replaces the first missing name of a path with an existing similar one; null if there is none. */
function guessPath(folder: string, specifier: string): string | null {
  const names = specifier.split('/');
  let parent = folder;
  let index = 0;
  for (; index < names.length - 1 && existsSync(join(parent, names[index] ?? '', '.')); index++) {
    parent = join(parent, names[index] ?? '');
  }
  const [extension = ''] = EXTENSION.exec(names[index] ?? '') ?? [];
  const name = (names[index] ?? '').replace(EXTENSION, '');
  const nearest = findNearest(
    name,
    readdirSync(parent).map((other) => other.replace(EXTENSION, '')),
  );
  if (nearest === null) return null;
  names[index] = `${nearest}${extension}`;
  return names.join('/');
}

/** Returns the path of an import that lacks `./`, from the folder or from the project; null if there is none. */
function guessRelative(sources: SourceModules, importer: string, specifier: string): string | null {
  const folder = dirname(importer);
  const guesses = [folder, sources.root].map((from) => printSpecifier(folder, `${from}/${specifier}`));
  return guesses.find((guess) => sources.resolve(importer, guess) !== null) ?? null;
}

function listDependencies(sources: SourceModules, folder: string): readonly string[] {
  const text = listAncestors(folder)
    .map((each) => sources.readText(`${each}/package.json`))
    .find((each) => each !== null);
  const manifest = parseJsonWithComments(text ?? '{}') as Record<string, object | undefined> | undefined;
  const kinds = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'];
  return kinds.flatMap((kind) => Object.keys(manifest?.[kind] ?? {}));
}
