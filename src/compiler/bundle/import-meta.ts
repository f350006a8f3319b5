import { posix } from 'node:path';

/** What esbuild prints for every `import.meta.url`. */
export const MODULE_URL = '__procgenModuleUrl';

export interface ModulePlaces {
  readonly root: string;
  /** Where the bundle stands, relative to `root`. */
  readonly folder: string;
  /** What was bundled, relative to `root`. */
  readonly modules: Iterable<string>;
  /** The route table, absolute: it finds the description beside the bundle. */
  readonly routes: string;
}

/** Has every module of a bundle keep its own URL, but for the route table. esbuild prints the path of a module above its code. */
export function placeModules(code: string, { root, folder, modules, routes }: ModulePlaces): string {
  const headings = new Map([...modules].map((module) => [module, posix.resolve(root, module)]));
  let url = 'import.meta.url';
  return code.replace(PLACES, (found, heading?: string) => {
    if (heading === undefined) return url;
    const path = headings.get(heading);
    if (path !== undefined) url = path === routes ? 'import.meta.url' : printUrl(`${root}/${folder}`, path);
    return found;
  });
}

const PLACES = new RegExp(`^// (?!.*${MODULE_URL})(.*)$|${MODULE_URL}`, 'gm');

function printUrl(folder: string, path: string): string {
  const place = posix.relative(folder, path).replace(/[%?#]/g, encodeURIComponent);
  return `new URL(${JSON.stringify(place)}, import.meta.url).href`;
}
