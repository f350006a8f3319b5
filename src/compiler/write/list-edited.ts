import { posix } from 'node:path';
import type { Host } from '../host.js';
import type { ProjectConfig } from '../load/project-config.js';
import type { KnownModules, ModuleLinks } from './list-links.js';

export interface EditedGround {
  readonly root: string;
  readonly config: ProjectConfig;
  readonly links: ModuleLinks;
  /** What is known of the bundle before, and the modules that have another text since; null where nothing is. */
  readonly before: (KnownModules & { readonly changed: ReadonlySet<string> }) | null;
}

/**
 * The modules that go into a server bundle with another text than they have, relative to the project. Null where the bundler's
 * own rules, with what settings say, or with modules of other kinds, could make another bundle of them.
 */
export async function listEdited(
  host: Host,
  { root, config, links, before }: EditedGround,
): Promise<KnownModules['edited']> {
  const known = before?.edited ?? null;
  const isNew = (path: string) => known === null || !before || !Object.hasOwn(before.links, path);
  const isOther = (path: string) => isNew(path) || before?.changed.has(path) === true;
  const modules = Object.keys(links);
  if (!(await haveHarmlessSettings(host, root, modules.filter(isNew)))) return null;
  const edited = new Set(known?.filter((path) => Object.hasOwn(links, path) && !isOther(path)));
  if (config.file !== null && config.buildOptions.length > 0) edited.add(config.file);
  for (const path of modules.filter(isOther)) {
    const text = await host.readFile(posix.resolve(root, path));
    if (text === null || !canBeFound(path, text)) return null;
    if (text.includes('import.meta')) edited.add(path);
  }
  return [...edited].sort();
}

/** Whether a module is bundled alike, whether the bundler finds it or is given it. */
export function canBeFound(path: string, text: string): boolean {
  return path.endsWith('.json') || (/\.tsx?$/.test(path) && isPlain(text));
}

/** Whether a module is an ES module by what it says, and not only by what a manifest says of it. */
function isPlain(text: string): boolean {
  return /^(?:import|export)\b/m.test(text) && !/\bexports\b|\brequire\s*\(/.test(text);
}

async function haveHarmlessSettings(host: Host, root: string, modules: readonly string[]): Promise<boolean> {
  for (const folder of listFolders(root, modules)) {
    for (const name of ['tsconfig.json', 'jsconfig.json', 'package.json']) {
      if (DECISIVE.test((await host.readFile(posix.join(folder, name))) ?? '')) return false;
    }
  }
  return true;
}

/** What in settings leads imports elsewhere, or leaves modules out. */
const DECISIVE = /"(?:paths|baseUrl|extends|sideEffects)"/;

/** The folders of files, and those around them, absolute. */
function listFolders(root: string, paths: readonly string[]): ReadonlySet<string> {
  const folders = new Set<string>();
  for (const folder of new Set(paths.map(posix.dirname))) {
    for (let at = posix.resolve(root, folder); !folders.has(at); at = posix.dirname(at)) folders.add(at);
  }
  return folders;
}
