import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import type { Host } from '../../compiler/host.js';
import type { ParsedFile, ParsedModule } from '../../compiler/parsed/parsed-file.js';
import { absolute, relativeTo } from '../../compiler/relative-path.js';
import { hashVariable, readVariables } from '../guard-process.js';
import type { WatchedPaths } from '../watch/watch-files.js';
import type { BuildInputs, Hashes } from './build-record.js';
import { hashFile } from './hash-file.js';
import { isSettingsFile, listSettingsFiles } from './list-settings-files.js';
import { hashListing, type Reads } from './record-reads.js';

/** What a build has read. */
export interface BuildSources {
  readonly reads: Reads;
  /** Includes files that were reused from an earlier build. */
  readonly parsed: readonly ParsedFile[];
}

export function describeInputs(
  root: string,
  fingerprint: string,
  { reads, parsed }: BuildSources,
): BuildInputs {
  const modules = listModules(parsed);
  const packages = new Set([...reads.modules, ...modules.flatMap((module) => module.packages)]);
  const files = new Map([...modules.map(({ path, hash }) => [path, hash] as const), ...reads.files]);
  const settingsFiles = [
    ...listSettingsFiles(root, { files, modules: packages }),
    ...listShadows(root, modules, files),
  ];
  return {
    fingerprint,
    files: toRelativeHashes(root, [
      ...files,
      ...settingsFiles.map((path) => [path, hashFile(path)] as const),
    ]),
    folders: toRelativeHashes(root, [...reads.folders]),
    variables: Object.fromEntries([...readVariables].sort().map((name) => [name, hashVariable(name)])),
  };
}

/** Lists each module that files depend on, once. */
export function listModules(parsed: readonly ParsedFile[]): readonly ParsedModule[] {
  const modules = parsed.flatMap((file) => file.modules);
  return [...new Map(modules.map((module) => [module.path, module])).values()];
}

const EXTENSIONS = ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs', '.json'];

/**
 * Lists missing files that would be resolved in place of an imported module if they existed. A `.ts` file is looked up
 * first, so that only an `index.ts`, in a folder, can be replaced.
 */
function listShadows(
  root: string,
  modules: readonly ParsedModule[],
  known: ReadonlyMap<string, unknown>,
): readonly string[] {
  const bundled = [...known.keys()].filter((path) => isOwnCode(root, path));
  const imported = new Set([...modules.flatMap(({ imports }) => imports), ...bundled]);
  return [...imported].flatMap((path) => {
    if (/(?<!\/index)\.[cm]?ts$/.test(path)) return [];
    const stem = path.replace(/(?:\/index)?\.[cm]?[jt]sx?$|\.json$/, '');
    const candidates = EXTENSIONS.flatMap((extension) => [
      `${stem}${extension}`,
      `${stem}/index${extension}`,
    ]);
    return candidates.filter((candidate) => !known.has(candidate) && !existsSync(candidate));
  });
}

function toRelativeHashes(root: string, hashes: readonly (readonly [string, string | null])[]): Hashes {
  return Object.fromEntries(
    [...hashes]
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([path, hash]) => [relativeTo(root, path), hash]),
  );
}

function isOwnCode(root: string, path: string): boolean {
  return /\.[cm]?[jt]sx?$/.test(path) && path.startsWith(`${root}/`) && !path.includes('/node_modules/');
}

/** Returns what the next build depends on. */
export function listWatched(root: string, { files, folders }: BuildInputs): WatchedPaths {
  const toAbsolutePaths = (paths: object) => Object.keys(paths).map((path) => absolute(root, path));
  return {
    files: toAbsolutePaths(files).filter((path) => isWatched(root, path)),
    folders: toAbsolutePaths(folders),
  };
}

const SETTINGS = /^(?:package|[tj]sconfig|npm-shrinkwrap|package-lock)\.json$|\.lock$|-lock\.yaml$/;

/** Outside the project only sources are watched: settings in the folders above belong to others and change often. */
function isWatched(root: string, path: string): boolean {
  if (path.includes('/node_modules/')) return false;
  return path.startsWith(`${root}/`) || !SETTINGS.test(basename(path));
}

/** What changed since a build: nothing, files that it parsed, or settings that affect how all files are parsed. */
export type Change = 'none' | 'files' | 'settings';

/** Compares the inputs of a build with the current state. */
export async function findChange(
  inputs: BuildInputs,
  fingerprint: string,
  { host, root }: { readonly host: Host; readonly root: string },
): Promise<Change> {
  if (inputs.fingerprint !== fingerprint || !haveHashes(inputs.variables, hashVariable)) return 'settings';
  let change: Change = 'none';
  for (const [path, hash] of Object.entries(inputs.files)) {
    if (hashFile(absolute(root, path)) === hash) continue;
    // A file that did not exist before may now take precedence over another.
    if (hash === null || isSettingsFile(path)) return 'settings';
    change = 'files';
  }
  for (const [folder, hash] of Object.entries(inputs.folders)) {
    const path = absolute(root, folder);
    if (hashListing(path, await host.listFiles(path)) !== hash) change = 'files';
  }
  return change;
}

/** Whether each file has its recorded hash. */
export function areOnDisk(root: string, files: Hashes): boolean {
  return haveHashes(files, (path) => hashFile(absolute(root, path)));
}

function haveHashes(hashes: Hashes, hashOf: (name: string) => string | null): boolean {
  return Object.entries(hashes).every(([name, hash]) => hashOf(name) === hash);
}
