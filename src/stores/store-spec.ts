import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { StoreError } from './store-error.js';

/** Where a store is, parsed. */
export interface StoreSpec {
  readonly driver: 'file';
  /** Absolute. */
  readonly path: string;
}

/** Parses `file:PATH` (relative to `cwd`) or a `file://` URL; refuses what no driver is there for. */
export function parseStoreSpec(spec: string, cwd: string): StoreSpec {
  // The rest of the specification may hold a password and is not repeated.
  if (/^postgres(ql)?:/.test(spec))
    throw new StoreError('UNSUPPORTED', 'The postgres store driver is not available. Use file:PATH.');
  if (spec.startsWith('file://')) return { driver: 'file', path: parseFileUrl(spec) };
  if (!spec.startsWith('file:') || spec === 'file:') {
    const example = spec.includes(':') ? '' : ` Write file:${spec || '.procgen/store.json'}.`;
    throw new StoreError('UNSUPPORTED', `A store is given as file:PATH.${example}`);
  }
  return { driver: 'file', path: resolve(cwd, spec.slice('file:'.length)) };
}

function parseFileUrl(url: string): string {
  try {
    return fileURLToPath(url);
  } catch (cause) {
    throw new StoreError('UNSUPPORTED', `${url} names no file. Use file:PATH.`, cause);
  }
}
