import { posix } from 'node:path';
import type { Metafile } from 'esbuild';
import type { Host } from '../host.js';
import { matchOthers } from '../load/match-others.js';
import type { AskedModules } from '../load/project-modules.js';
import type { SourceCache } from '../read/source-cache.js';
import { isOwnInput, type ModuleLinks } from './list-links.js';

/** Where so much has to be asked, the rest is not worth a way of its own. */
const MOST = 50;

/** Has the bundler find modules as they are found for it: the project's tsconfig says nothing then either. */
export const NATIVE_OPTIONS = {
  tsconfigRaw: '{}',
  resolveExtensions: ['.ts', '.tsx', '.js', '.json'],
};

export interface NativeGround {
  readonly root: string;
  /** Of the last bundle. */
  readonly links: ModuleLinks;
  /** The modules that do not go into a bundle as they are, beside those that speak of `import.meta`: absolute. */
  readonly edited: readonly string[];
}

/**
 * What of modules the bundler has to ask for, where it finds and reads all others by itself, in half the time. Null where
 * settings, or the kinds of modules, could have its own rules lead to something else.
 */
export async function findNatively(
  host: Host,
  { root, links, edited }: NativeGround,
): Promise<AskedModules | null> {
  const modules = Object.keys(links).map((path) => posix.resolve(root, path));
  if (!modules.every((path) => /\.(?:tsx?|json)$/.test(path))) return null;
  for (const folder of listFolders(modules)) {
    for (const name of ['tsconfig.json', 'jsconfig.json', 'package.json']) {
      if (DECISIVE.test((await host.readFile(posix.join(folder, name))) ?? '')) return null;
    }
  }
  const asked = new Set(edited);
  for (const path of modules) {
    const text = await host.readFile(path);
    if (text === null || !(path.endsWith('.json') || isPlain(text))) return null;
    if (text.includes('import.meta')) asked.add(path);
  }
  return asked.size > MOST ? null : { imports: PACKAGES, modules: matchPaths([...asked]) };
}

/** What in settings leads imports elsewhere, or leaves modules out. */
const DECISIVE = /"(?:paths|baseUrl|extends|sideEffects)"/;

/** Whether a module is an ES module by what it says, and not only by what a manifest says of it. */
function isPlain(text: string): boolean {
  return /^(?:import|export)\b/m.test(text) && !/\bexports\b|\brequire\s*\(/.test(text);
}

const PACKAGES = matchOthers({ words: ['procgen', 'zod'], prefixes: ['.', '/'] });

function matchPaths(paths: readonly string[]): RegExp {
  const escaped = paths.map((path) => path.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`^(?:${escaped.join('|')})$`);
}

/** The folders of files, and those around them. */
function listFolders(paths: readonly string[]): ReadonlySet<string> {
  const folders = new Set<string>();
  for (const path of paths) {
    for (let at = posix.dirname(path); !folders.has(at); at = posix.dirname(at)) folders.add(at);
  }
  return folders;
}

/** A bundle that was made so. */
export interface NativeBundle {
  readonly metafile: Metafile;
  readonly sourceMap: string;
  /** Where it stands: absolute. */
  readonly folder: string;
}

/** Whether it is of the modules, and of the texts, that the bundler would have been given. */
export async function isAsGiven(
  bundle: NativeBundle,
  { sources, asked }: { readonly sources: SourceCache; readonly asked: AskedModules },
  { root, links }: NativeGround,
): Promise<boolean> {
  for (const [input, { imports }] of Object.entries(bundle.metafile.inputs)) {
    if (!isOwnInput(input)) continue;
    for (const { path, original = '', external } of imports) {
      if (external || !isOwnInput(path)) continue;
      if (!Object.hasOwn(links, path)) return false;
      if (!/^\.{0,2}\//.test(original)) continue;
      if ((await sources.resolve(posix.resolve(root, input), original)) !== posix.resolve(root, path))
        return false;
    }
  }
  const found = new Set(Object.keys(links).map((path) => posix.resolve(root, path)));
  return hasTexts(bundle, (path) =>
    found.has(path) && !asked.modules.test(path) ? sources.readText(path) : null,
  );
}

/** Whether each module was what `textOf` says, where that is not null: somebody may have changed a file in between. */
async function hasTexts(
  { sourceMap, folder }: NativeBundle,
  textOf: (path: string) => Promise<string | null> | null,
): Promise<boolean> {
  const map = JSON.parse(sourceMap) as { readonly sources: string[]; readonly sourcesContent: string[] };
  for (const [index, source] of map.sources.entries()) {
    const text = await textOf(posix.resolve(folder, source));
    if (text !== null && text !== map.sourcesContent[index]) return false;
  }
  return true;
}
