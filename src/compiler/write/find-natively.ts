import { posix } from 'node:path';
import type { Metafile } from 'esbuild';
import type { Host } from '../host.js';
import { matchOthers } from '../load/match-others.js';
import type { AskedModules } from '../load/project-modules.js';
import type { SourceModules } from '../parse/source-modules.js';
import { canBeFound } from './list-edited.js';
import { isOwnInput, type KnownModules } from './list-links.js';

/** Where so much has to be asked, the rest is not worth a way of its own. */
export const MOST_ASKED = 50;

/** Has the bundler find modules as they are found for it: the project's tsconfig says nothing then either. */
export const NATIVE_OPTIONS = {
  tsconfigRaw: '{}',
  resolveExtensions: ['.ts', '.tsx', '.js', '.json'],
};

export interface NativeGround {
  readonly root: string;
  /** Of the last bundle. */
  readonly known: KnownModules;
}

/**
 * What of modules the bundler has to ask for, where it finds and reads all others by itself, in half the time: those that are
 * edited, and those that may have been touched since the last bundle. Null where its own rules could lead to something else.
 */
export async function findNatively(
  host: Host,
  { root, known: { links, edited } }: NativeGround,
): Promise<AskedModules | null> {
  if (!edited) return null;
  const paths = Object.keys(links).map((path) => posix.resolve(root, path));
  const touched = paths.filter((path) => host.hashOf?.(path) === undefined);
  const asked = new Set([...edited.map((path) => posix.resolve(root, path)), ...touched]);
  if (asked.size > MOST_ASKED) return null;
  for (const path of touched) {
    const text = await host.readFile(path);
    if (text === null || !canBeFound(path, text)) return null;
  }
  return askFor(root, asked);
}

/** `modules` relative to the project, or absolute. */
export function askFor(root: string, modules: Iterable<string>): AskedModules {
  return { imports: PACKAGES, modules: matchPaths([...modules].map((path) => posix.resolve(root, path))) };
}

const PACKAGES = matchOthers({ words: ['procgen', 'zod'], prefixes: ['.', '/', 'node:'] });

function matchPaths(paths: readonly string[]): RegExp {
  const escaped = paths.map((path) => path.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`^(?:${escaped.join('|')})$`);
}

export interface NativeBundle {
  readonly host: Host;
  readonly metafile: Metafile;
  readonly sources: SourceModules;
  readonly asked: AskedModules;
}

/**
 * Whether what was bundled so is of the modules, and of the texts, that the bundler would have been given: somebody may have
 * changed a file in between.
 */
export async function isAsGiven(
  { host, metafile, sources, asked }: NativeBundle,
  { root, known: { links } }: NativeGround,
): Promise<boolean> {
  const imports = listOwnImports(metafile);
  if (!imports.every(({ path }) => Object.hasOwn(links, path))) return false;
  if (!(await areFoundAlike(imports, sources, root))) return false;
  const paths = Object.keys(links).map((path) => posix.resolve(root, path));
  return paths.every((path) => asked.modules.test(path) || host.hashOf?.(path) !== undefined);
}

interface OwnImport {
  /** Relative to the project, as `path`, which is where it leads. */
  readonly importer: string;
  readonly path: string;
  /** What it says. */
  readonly original?: string | undefined;
}

/** What the project's own modules import of each other. */
export function listOwnImports({ inputs }: Metafile): readonly OwnImport[] {
  const own: OwnImport[] = [];
  for (const [importer, { imports }] of Object.entries(inputs)) {
    if (!isOwnInput(importer)) continue;
    for (const { path, original, external } of imports) {
      if (!external && isOwnInput(path)) own.push({ importer, path, original });
    }
  }
  return own;
}

/** Whether each import of a file leads where it would have been found for the bundler. */
export async function areFoundAlike(
  imports: readonly OwnImport[],
  sources: SourceModules,
  root: string,
): Promise<boolean> {
  const importers = new Map<string, string>();
  for (const { importer, path, original = '' } of imports) {
    if (!/^\.{0,2}\//.test(original)) continue;
    const from = importers.get(importer) ?? posix.resolve(root, importer);
    importers.set(importer, from);
    const found = posix.resolve(root, path);
    if (sources.resolve(from, original) !== found) return false;
  }
  return true;
}
