import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parsePostgresUrl } from './postgres/parse-postgres-url.js';
import { StoreError } from './store-error.js';

/** A parsed store location. */
export type StoreSpec =
  /** The path is absolute. */
  { readonly driver: 'file'; readonly path: string } | { readonly driver: 'postgres'; readonly url: string };

/** Parses `file:PATH` (relative to `cwd`), a `file://` or a `postgres://` URL. Throws for any other kind of store. */
export function parseStoreSpec(spec: string, cwd: string): StoreSpec {
  if (/^postgres(ql)?:/.test(spec)) return { driver: 'postgres', url: spec };
  if (spec.startsWith('file://')) return { driver: 'file', path: parseFileUrl(spec) };
  if (!spec.startsWith('file:') || spec === 'file:') {
    const example = spec.includes(':') ? '' : ` Write file:${spec || '.procgen/store.json'}.`;
    throw new StoreError('UNSUPPORTED', `A store must be file:PATH or postgres://….${example}`);
  }
  return { driver: 'file', path: resolve(cwd, spec.slice('file:'.length)) };
}

/** The name of the store in messages: the spec, without user, password and parameters. */
export function nameStore(spec: string): string {
  return /^postgres(ql)?:/.test(spec) ? parsePostgresUrl(spec).name : spec;
}

function parseFileUrl(url: string): string {
  try {
    return fileURLToPath(url);
  } catch (cause) {
    throw new StoreError('UNSUPPORTED', `${url} is not the URL of a file. Use file:PATH.`, cause);
  }
}
