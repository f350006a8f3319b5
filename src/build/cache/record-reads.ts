import { isBuiltin } from 'node:module';
import type { Host } from '../../compiler/host.js';
import { hashFile, hashText } from './hash-file.js';

/** What a compilation has read. Paths are absolute with `/`. */
export interface Reads {
  /** The SHA-256 of each file that was read; null for one that was looked up and did not exist. */
  readonly files: Map<string, string | null>;
  /** The folders that were listed, with a hash of the listing. */
  readonly folders: Map<string, string>;
  /** The modules outside the project that its schemas import, by URL. */
  readonly modules: Set<string>;
}

/** A host that records reads, and reads each file and folder once, so that a build sees a single state of them. */
export interface RecordingHost extends Host {
  readonly reads: Reads;
  /** Returns the hash of a file; null if it does not exist. */
  hashFile(path: string): string | null;
}

export function recordReads(host: Host): RecordingHost {
  const reads: Reads = { files: new Map(), folders: new Map(), modules: new Set() };
  const texts = new Map<string, string | null>();
  const listings = new Map<string, Promise<readonly string[]>>();
  return {
    ...host,
    reads,
    readFile(path) {
      const known = texts.get(path);
      if (known !== undefined) return known;
      const text = host.readFile(path);
      texts.set(path, text);
      reads.files.set(path, text === null ? null : hashText(text));
      return text;
    },
    hashFile(path) {
      const known = reads.files.get(path);
      if (known !== undefined) return known;
      const hash = hashFile(path);
      reads.files.set(path, hash);
      return hash;
    },
    listFiles(folder) {
      const listing = listings.get(folder) ?? host.listFiles(folder);
      listings.set(folder, listing);
      return listing.then((paths) => {
        reads.folders.set(folder, hashListing(folder, paths));
        return paths;
      });
    },
    importUrl(url) {
      reads.modules.add(url);
      return host.importUrl(url);
    },
  };
}

/** Hashes the sorted listing of a folder. */
export function hashListing(folder: string, paths: readonly string[]): string {
  return hashText(paths.map((path) => path.slice(folder.length)).join('\n'));
}

/** Whether schemas may read unrecorded data through one of these modules: files, the network, the machine. */
export function mayReadUnrecorded(modules: readonly string[]): boolean {
  return modules.some((url) => isBuiltin(url) && !HARMLESS_MODULES.has(url.replace(/^node:/, '')));
}

/** Node's own modules that reveal nothing about the machine's state to a schema. */
const HARMLESS_MODULES = new Set([
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
