import { isProcedureFile } from '../../definition/procedure-file.js';
import type { Host } from '../host.js';

/** What stands among procedure files, looks as if it held procedures, and is not read. */
export interface UnreadFile {
  /** Relative to the project, with `/`; of a linked folder without one at its end. */
  readonly file: string;
  /** Its ending is not `.ts`, or it is a link: to a folder, or to nothing. */
  readonly reason: 'extension' | 'linked-folder' | 'broken-link';
}

const OTHER_EXTENSION = /\.(?:[cm]ts|[cm]?jsx?|tsx)$/;

/** The unread files below `folder`, which looks for procedures in the texts of those that could be meant to be read. */
export async function findUnreadFiles(
  host: Host,
  root: string,
  folder: string,
): Promise<readonly UnreadFile[]> {
  const start = `${root}/${folder}/`.length;
  const paths = await host.listFiles(`${root}/${folder}`);
  const known = new Set(paths);

  /** Null where nobody would expect procedures to be read. */
  async function findReason(path: string): Promise<UnreadFile['reason'] | null> {
    const inside = path.slice(start);
    if (path.endsWith('/')) {
      const link = inside.slice(0, -1);
      // Some editors lock a file by a hidden link that leads nowhere.
      if (/(?:^|\/)\.[^/]*$/.test(link)) return null;
      if (isProcedureFile(link)) return 'broken-link';
      return isProcedureFile(`${link}.ts`) && (await holdsProcedureFile(host, path)) ? 'linked-folder' : null;
    }
    if (!OTHER_EXTENSION.test(path) || !isProcedureFile(inside.replace(OTHER_EXTENSION, '.ts'))) return null;
    // What a compiler has written beside its source.
    if (known.has(path.replace(OTHER_EXTENSION, '.ts'))) return null;
    return (await holdsProcedure(host, path)) ? 'extension' : null;
  }

  const found = await Promise.all(
    paths.map(async (path) => {
      const reason = await findReason(path);
      return reason && { file: path.slice(root.length + 1).replace(/\/$/, ''), reason };
    }),
  );
  return found.filter((file) => file !== null);
}

async function holdsProcedureFile(host: Host, folder: string): Promise<boolean> {
  for (const path of await host.listFiles(folder.slice(0, -1))) {
    if (isProcedureFile(path.slice(folder.length)) && (await holdsProcedure(host, path))) return true;
  }
  return false;
}

/** Whether a text has what no exposed procedure can do without. It is not parsed: it may be of any language. */
async function holdsProcedure(host: Host, path: string): Promise<boolean> {
  const text = (await host.readFile(path)) ?? '';
  return /\bopenapi\b/i.test(text) && /\.(?:query|mutation)\s*\(/.test(text);
}
