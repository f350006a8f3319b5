import { isProcedureFile } from '../../definition/procedure-file.js';
import type { Host } from '../host.js';

/** A file to compile, and the path of its exports in the client. */
export interface ProcedureFile {
  /** Absolute, with `/`. */
  readonly path: string;
  /** Relative to the project, with `/`. */
  readonly file: string;
  /** `procedures/admin/api-keys.ts` gives `['admin', 'apiKeys']`. */
  readonly namePath: readonly string[];
}

/**
 * Lists every `*.ts` below `folder`, sorted by path, except tests, declarations, and files and folders whose name
 * starts with `_`.
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
function camelCase(name: string): string {
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

/** A file or folder among the procedure files that appears to contain procedures but is not read. */
export interface UnreadFile {
  /** Relative to the project, with `/`; a linked folder has no trailing slash. */
  readonly file: string;
  /** Its extension is not `.ts`, or it is a link to a folder or to nothing. */
  readonly reason: 'extension' | 'linked-folder' | 'broken-link';
}

const OTHER_EXTENSION = /\.(?:[cm]ts|[cm]?jsx?|tsx)$/;

/** Finds the unread files below `folder`. Searches the texts of likely files for procedures. */
export async function findUnreadFiles(
  host: Host,
  root: string,
  folder: string,
): Promise<readonly UnreadFile[]> {
  const start = `${root}/${folder}/`.length;
  const paths = await host.listFiles(`${root}/${folder}`);
  const known = new Set(paths);

  /** Null if nobody would expect this file to be read. */
  async function findReason(path: string): Promise<UnreadFile['reason'] | null> {
    const inside = path.slice(start);
    if (path.endsWith('/')) {
      const link = inside.slice(0, -1);
      // Some editors lock a file with a hidden link to nothing.
      if (/(?:^|\/)\.[^/]*$/.test(link)) return null;
      if (isProcedureFile(link)) return 'broken-link';
      return isProcedureFile(`${link}.ts`) && (await containsProcedureFile(host, path))
        ? 'linked-folder'
        : null;
    }
    if (!OTHER_EXTENSION.test(path) || !isProcedureFile(inside.replace(OTHER_EXTENSION, '.ts'))) return null;
    // A compiler's output beside its source.
    if (known.has(path.replace(OTHER_EXTENSION, '.ts'))) return null;
    return (await containsProcedure(host, path)) ? 'extension' : null;
  }

  const found = await Promise.all(
    paths.map(async (path) => {
      const reason = await findReason(path);
      return reason && { file: path.slice(root.length + 1).replace(/\/$/, ''), reason };
    }),
  );
  return found.filter((file) => file !== null);
}

async function containsProcedureFile(host: Host, folder: string): Promise<boolean> {
  for (const path of await host.listFiles(folder.slice(0, -1))) {
    if (isProcedureFile(path.slice(folder.length)) && (await containsProcedure(host, path))) return true;
  }
  return false;
}

/** Whether a text contains what every exposed procedure needs. It is not parsed: it may be in any language. */
async function containsProcedure(host: Host, path: string): Promise<boolean> {
  const text = (await host.readFile(path)) ?? '';
  return /\bopenapi\b/i.test(text) && /\.(?:query|mutation)\s*\(/.test(text);
}
