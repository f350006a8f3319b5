import { isBuiltin } from 'node:module';
import type { Host } from '../../compiler/host.js';
import { relativeTo } from '../../compiler/relative-path.js';
import type { Hashes } from './build-record.js';
import { hashOfUntouched, isUntouchedSince } from './hash-disk.js';
import { hashText } from './hash-text.js';
import { oncePerPath } from './once-per-path.js';

/** What a compilation took in through its door. Paths are absolute with `/`. */
export interface Reads {
  /** The SHA-256 of each file it read; null for one that it looked for and that was not there. */
  readonly files: ReadonlyMap<string, string | null>;
  /** The folders it listed, and a hash of the listing. */
  readonly folders: ReadonlyMap<string, string>;
  /** The modules outside the project that its schemas import, by URL. */
  readonly modules: ReadonlySet<string>;
  /** Whether that is everything: not when schemas can read what they like. */
  readonly isComplete: boolean;
}

/** What a build was made of. */
export interface Sources {
  readonly root: string;
  readonly files: Hashes;
}

/** A host that notes what is read through it, and reads each file and folder once: a build sees one state of them. */
export interface RecordingHost extends Host {
  readonly reads: Reads;
}

export function recordReads(host: Host, before?: Sources): RecordingHost {
  const openedAt = Date.now();
  const files = new Map<string, string | null>();
  const folders = new Map<string, string>();
  const modules = new Set<string>();
  let isComplete = true;
  return {
    ...host,
    isUntouched: (path) => isUntouchedSince(path, openedAt),
    hashOf(path) {
      const hash = hashOfUntouched(path);
      // Built from as a text, which is not its bytes in every file.
      return before && hash === before.files[relativeTo(before.root, path)] ? hash : undefined;
    },
    hashOfRead: (path) => files.get(path) ?? undefined,
    readFile: oncePerPath((path) => {
      const text = host.readFile(path);
      files.set(path, text === null ? null : hashText(text));
      return text;
    }),
    listFiles: oncePerPath(async (folder) => {
      const paths = await host.listFiles(folder);
      folders.set(folder, hashListing(folder, paths));
      return paths;
    }),
    importUrl(url) {
      if (isBuiltin(url)) isComplete &&= HARMLESS.has(url.replace(/^node:/, ''));
      else modules.add(url);
      return host.importUrl(url);
    },
    get reads() {
      return { files, folders, modules, isComplete };
    },
  };
}

/** Of what is in a folder, sorted. */
export function hashListing(folder: string, paths: readonly string[]): string {
  return hashText(paths.map((path) => path.slice(folder.length)).join('\n'));
}

/** Node's own modules that tell a schema nothing of the machine's state. */
const HARMLESS = new Set([
  'assert',
  'buffer',
  'crypto',
  'events',
  'path',
  'querystring',
  'string_decoder',
  'url',
  'util',
]);
