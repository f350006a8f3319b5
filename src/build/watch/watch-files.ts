import { existsSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { type FSWatcher, watch } from 'chokidar';
import { toPosix } from '../../compiler/relative-path.js';
import { statIfExists } from '../stat-if-exists.js';

/** What a build depends on. Paths are absolute with `/`. */
export interface WatchedPaths {
  /** Files, including missing ones that would matter if they existed. */
  readonly files: readonly string[];
  /** Folders in which every module and catalog matters, at any depth. */
  readonly folders: readonly string[];
}

export interface FileWatch {
  /** Resolves when changes are detected. */
  readonly ready: Promise<void>;
  /** Takes the current state of these paths as known: only later changes are reported. */
  acknowledge(paths: readonly string[]): void;
  /** Watches these paths in addition. */
  follow(paths: WatchedPaths): void;
  close(): Promise<void>;
}

/**
 * Reports every change to what a build depends on: edited, new, renamed, deleted, or replaced in one step, as editors
 * save.
 */
export function watchFiles(first: WatchedPaths, onChange: (path: string) => void): FileWatch {
  const files = new Set<string>();
  const folders = new Set<string>();
  const isRelevant = (path: string) =>
    files.has(path) || (/\.(?:[cm]?[jt]sx?|json)$/.test(path) && isInside(path, folders));
  /** Whether a folder has watched files that did not exist when it was last checked. */
  const hasMissingFiles = (folder: string) =>
    [...files].some((path) => path.startsWith(`${folder}/`) && seen.get(path) === '');
  const known = { targets: new Set<string>(), trees: new Set<string>() };
  const isIgnored = (path: string, stats?: { isFile(): boolean }) =>
    isToolPath(toPosix(path), folders) || (stats?.isFile() === true && !isRelevant(toPosix(path)));
  const options = { ignoreInitial: true, ignored: isIgnored, atomic: false } as const;
  /** The last known state of each path: a changed folder raises events for unchanged files in it. */
  const seen = new Map<string, string>();
  const hasChanged = (path: string) => {
    const state = readState(path);
    const isSame = seen.get(path) === state;
    seen.set(path, state);
    return !isSame;
  };
  /** Returns what to watch in addition: files and folders on their own, and whole trees. */
  const register = (paths: WatchedPaths) => {
    for (const path of paths.files) {
      if (!files.has(path)) seen.set(path, readState(path));
      files.add(path);
    }
    for (const path of paths.folders) folders.add(path);
    const outside = paths.files.filter((path) => !isInside(path, folders));
    const targets = [...outside.flatMap(listWatchTargets), ...paths.folders.map(findFolder)];
    const trees = paths.folders.filter((path) => existsSync(path));
    return { targets: addNew(targets, known.targets), trees: addNew(trees, known.trees) };
  };
  const initial = register(first);
  const watchers = [
    // Watching a folder reports what appears and disappears in it, watching a file what is written to it.
    watch([...initial.targets], { ...options, depth: 0 }),
    watch([...initial.trees], options),
  ] as const;
  for (const watcher of watchers) {
    watcher.on('all', (event, rawPath) => {
      const path = toPosix(rawPath);
      if (event.startsWith('unlink')) for (const paths of Object.values(known)) paths.delete(path);
      const isFolder = event.endsWith('Dir');
      if (!(isFolder ? isInside(`${path}/`, folders) || hasMissingFiles(path) : isRelevant(path))) return;
      if (hasChanged(path)) onChange(path);
      setTimeout(() => hasChanged(path) && onChange(path), THROTTLE_MS).unref();
    });
    // A folder that cannot be watched is no reason to stop watching the rest.
    watcher.on('error', () => {});
  }
  const [targetWatcher, treeWatcher] = watchers;
  return {
    ready: Promise.all([
      ...(initial.targets.length > 0 ? [waitUntilReady(targetWatcher)] : []),
      ...(initial.trees.length > 0 ? [waitUntilReady(treeWatcher)] : []),
    ]).then(() => {
      // Until then, a change raises no event.
      for (const path of files) if (hasChanged(path)) onChange(path);
    }),
    acknowledge(paths) {
      for (const path of paths) seen.set(path, readState(path));
    },
    follow(paths) {
      const { targets, trees } = register(paths);
      targetWatcher.add([...targets]);
      treeWatcher.add([...trees]);
    },
    close: () => Promise.all(watchers.map((watcher) => watcher.close())).then(() => undefined),
  };
}

/** chokidar 4 suppresses further changes of a file for 50 ms after one, so it is checked again after this time. */
const THROTTLE_MS = 60;

/**
 * Whether a path belongs to tools. Only its part inside a watched folder, or the name of a watched file, is checked:
 * the project itself may be in a folder of such a name.
 */
function isToolPath(path: string, folders: ReadonlySet<string>): boolean {
  const folder = [...folders].find((each) => path.startsWith(`${each}/`));
  const own = folder === undefined ? basename(path) : path.slice(folder.length + 1);
  return own.split('/').some((name) => TOOL_FOLDERS.has(name));
}

const TOOL_FOLDERS = new Set(['node_modules', '.git', '.procgen']);

/** Returns the state of a file, by which two versions differ, without reading it. */
function readState(path: string): string {
  const stats = statIfExists(path);
  return stats ? [stats.ino, stats.size, stats.mtimeMs, stats.ctimeMs].join(' ') : '';
}

function listWatchTargets(path: string): readonly string[] {
  return existsSync(path) ? [path, dirname(path)] : [findFolder(path)];
}

/** Returns the paths that are not in `known`, and adds them. A watcher reports a path that is added twice as new. */
function addNew(paths: readonly string[], known: Set<string>): readonly string[] {
  const added = paths.filter((path) => !known.has(path));
  for (const path of added) known.add(path);
  return [...new Set(added)];
}

/** Returns the nearest existing folder around `path`. */
function findFolder(path: string): string {
  const folder = dirname(path);
  return existsSync(folder) ? folder : findFolder(folder);
}

function isInside(path: string, folders: ReadonlySet<string>): boolean {
  return [...folders].some((folder) => path.startsWith(`${folder}/`));
}

function waitUntilReady(watcher: FSWatcher): Promise<void> {
  return new Promise((resolve) => void watcher.once('ready', resolve));
}
