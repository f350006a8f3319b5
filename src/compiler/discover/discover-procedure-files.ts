import { isProcedureFile } from '../../definition/procedure-file.js';
import type { Host } from '../host.js';

/** A file to compile, and the place in the client that its exports get. */
export interface ProcedureFile {
  /** Absolute, with `/`. */
  readonly path: string;
  /** Relative to the project, with `/`. */
  readonly file: string;
  /** `procedures/admin/api-keys.ts` gives `['admin', 'apiKeys']`. */
  readonly namePath: readonly string[];
}

/**
 * Every `*.ts` below `folder`, sorted by path. Files and folders whose name starts with `_` are not procedure
 * files, nor are tests and declarations.
 */
export async function discoverProcedureFiles(
  host: Host,
  root: string,
  folder: string,
): Promise<ProcedureFile[]> {
  const paths = await host.listFiles(`${root}/${folder}`);
  const start = `${root}/${folder}/`.length;
  return paths
    .map((path) => ({ path, inside: path.slice(start) }))
    .filter(({ inside }) => isProcedureFile(inside))
    .sort((left, right) => (left.inside < right.inside ? -1 : 1))
    .map(({ path, inside }) => ({ path, file: path.slice(root.length + 1), namePath: namePathOf(inside) }));
}

function namePathOf(inside: string): string[] {
  const parts = inside.slice(0, -'.ts'.length).split('/');
  if (parts.at(-1) === 'index') parts.pop();
  return parts.map(camelCase);
}

/** `api-keys`, `api_keys` and `APIKeys` all give `apiKeys`. */
export function camelCase(name: string): string {
  const words = name
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .split(/[^\p{L}\p{N}$]+/u)
    .filter((word) => word !== '');
  return words
    .map((word, index) => (index === 0 ? word.toLowerCase() : capitalize(word.toLowerCase())))
    .join('');
}

function capitalize(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}
