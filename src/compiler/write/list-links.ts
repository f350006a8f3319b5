import type { Metafile } from 'esbuild';
import { makeTable } from '../make-table.js';

/** The project's own modules of a server bundle, each with those that it imports: relative to the project. */
export interface ModuleLinks {
  readonly [module: string]: readonly string[];
}

/** What is known of the modules of a server bundle, but for its route table. */
export interface KnownModules {
  readonly links: ModuleLinks;
  /** Those that are not bundled as they are, relative to the project; null where the bundler may find none of all by itself. */
  readonly edited: readonly string[] | null;
}

/** What the module is called that a bundle begins with: no file can be. */
export const BUNDLE_START = 'procgen:server';

/** Whether an input is a module of the project's, and not one that stands for the bundle's beginning or for nothing. */
export function isOwnInput(path: string): boolean {
  return !path.includes(':');
}

/** Of all own modules but `without`. */
export function listLinks({ inputs }: Metafile, without?: string): ModuleLinks {
  const own = Object.entries(inputs).filter(([path]) => isOwnInput(path) && path !== without);
  return makeTable(
    own.map(([path, { imports }]) => [
      path,
      imports.filter(({ external }) => !external).map((imported) => imported.path),
    ]),
  );
}
