import { existsSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { type FSWatcher, watch } from 'chokidar';
import { toPosix } from '../../compiler/relative-path.js';
import { statIfThere } from '../stat-if-there.js';

/** What decides of a build. Paths are absolute with `/`. */
export interface WatchedPaths {
  /** Files, those included that would count if they were there. */
  readonly files: readonly string[];
  /** Folders in which every module and catalog counts, at any depth. */
  readonly folders: readonly string[];
}

export interface FileWatch {
  /** Resolves when changes are seen. */
  readonly ready: Promise<void>;
  /** What these paths are now is known: only what they become later is a change. */
  acknowledge(paths: readonly string[]): void;
  /** Watches these from now on, beside those before. */
  follow(paths: WatchedPaths): void;
  close(): Promise<void>;
}

/**
 * Tells of every change to what decides of a build: edited, new, renamed, deleted, or replaced in one step, as editors
 * save.
 */
export function watchFiles(first: WatchedPaths, onChange: (path: string) => void): FileWatch {
  const files = new Set<string>();
  const folders = new Set<string>();
  const counts = (path: string) =>
    files.has(path) || (/\.(?:[cm]?[jt]sx?|json)$/.test(path) && isInside(path, folders));
  /** Whether files in a folder count that were not there when it was last looked. */
  const isAwaited = (folder: string) =>
    [...files].some((path) => path.startsWith(`${folder}/`) && seen.get(path) === '');
  const known = { places: new Set<string>(), trees: new Set<string>() };
  const isIgnored = (path: string, stats?: { isFile(): boolean }) =>
    isSkipped(toPosix(path), folders) || (stats?.isFile() === true && !counts(toPosix(path)));
  const options = { ignoreInitial: true, ignored: isIgnored, atomic: false } as const;
  /** What each path was when it was last looked at: a folder that changes raises events of what has not changed in it. */
  const seen = new Map<string, string>();
  const isNews = (path: string) => {
    const state = look(path);
    const isSame = seen.get(path) === state;
    seen.set(path, state);
    return !isSame;
  };
  /** What is to be watched beside what is: files and folders at their places, and whole trees. */
  const note = (paths: WatchedPaths) => {
    for (const path of paths.files) {
      if (!files.has(path)) seen.set(path, look(path));
      files.add(path);
    }
    for (const path of paths.folders) folders.add(path);
    const outside = paths.files.filter((path) => !isInside(path, folders));
    const places = [...outside.flatMap(placesOf), ...paths.folders.map(findFolder)];
    const trees = paths.folders.filter((path) => existsSync(path));
    return { places: onlyNew(places, known.places), trees: onlyNew(trees, known.trees) };
  };
  const initial = note(first);
  const watchers = [
    // A folder is watched for what appears and disappears in it, a file for what is written to it.
    watch([...initial.places], { ...options, depth: 0 }),
    watch([...initial.trees], options),
  ] as const;
  for (const watcher of watchers) {
    watcher.on('all', (event, given) => {
      const path = toPosix(given);
      if (event.startsWith('unlink')) for (const paths of Object.values(known)) paths.delete(path);
      const isFolder = event.endsWith('Dir');
      if (!(isFolder ? isInside(`${path}/`, folders) || isAwaited(path) : counts(path))) return;
      if (isNews(path)) onChange(path);
      setTimeout(() => isNews(path) && onChange(path), THROTTLE_MS).unref();
    });
    // A folder that cannot be watched is no reason to stop: what else there is still is.
    watcher.on('error', () => {});
  }
  const [atPlaces, inTrees] = watchers;
  return {
    ready: Promise.all([
      ...(initial.places.length > 0 ? [untilReady(atPlaces)] : []),
      ...(initial.trees.length > 0 ? [untilReady(inTrees)] : []),
    ]).then(() => undefined),
    acknowledge(paths) {
      for (const path of paths) seen.set(path, look(path));
    },
    follow(paths) {
      const { places, trees } = note(paths);
      atPlaces.add([...places]);
      inTrees.add([...trees]);
    },
    close: () => Promise.all(watchers.map((watcher) => watcher.close())).then(() => undefined),
  };
}

/** After a change chokidar 4 keeps further ones of the same file to itself for 50 ms: so long after it one has to look again. */
const THROTTLE_MS = 60;

/**
 * Whether a path belongs to tools. Only what is inside a watched folder, or directly in the place of a watched file, is
 * looked at: a project may itself stand in a folder of such a name.
 */
function isSkipped(path: string, folders: ReadonlySet<string>): boolean {
  const folder = [...folders].find((each) => path.startsWith(`${each}/`));
  const own = folder === undefined ? basename(path) : path.slice(folder.length + 1);
  return own.split('/').some((name) => TOOL_FOLDERS.has(name));
}

const TOOL_FOLDERS = new Set(['node_modules', '.git', '.procgen']);

/** What tells one state of a file from another, without reading it. */
function look(path: string): string {
  const stats = statIfThere(path);
  return stats ? [stats.ino, stats.size, stats.mtimeMs, stats.ctimeMs].join(' ') : '';
}

function placesOf(path: string): readonly string[] {
  return existsSync(path) ? [path, dirname(path)] : [findFolder(path)];
}

/** Those that are not in `known` yet, which they are added to. What is added twice to a watcher is told of as new. */
function onlyNew(paths: readonly string[], known: Set<string>): readonly string[] {
  const added = paths.filter((path) => !known.has(path));
  for (const path of added) known.add(path);
  return [...new Set(added)];
}

/** The nearest folder around `path` that is there. */
function findFolder(path: string): string {
  const folder = dirname(path);
  return existsSync(folder) ? folder : findFolder(folder);
}

function isInside(path: string, folders: ReadonlySet<string>): boolean {
  return [...folders].some((folder) => path.startsWith(`${folder}/`));
}

function untilReady(watcher: FSWatcher): Promise<void> {
  return new Promise((resolve) => void watcher.once('ready', resolve));
}
