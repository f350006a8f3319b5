import { isProcedureFile } from '../../definition/procedure-file.js';
import type { Host } from '../host.js';
import type { ProjectConfig } from '../load/project-config.js';
import { absolute, createSourceCache, type SourceCache } from '../read/source-cache.js';

/** Procedure files that are being bundled before it is known that nothing else is looked at beside them. */
export interface BegunPart {
  /** Absolute, with `/`. */
  readonly paths: readonly string[];
  readonly sources: SourceCache;
  /** Resolves when all that was begun with has been read; it never rejects. */
  readonly isRead: Promise<unknown>;
}

/** So many are worth it: of more, something else is looked at beside them most of the time. */
const MOST_FILES = 10;

/** Begins with what has changed, as long as all of it are procedure files; undefined where it is not. */
export function beginPart(
  host: Host,
  {
    root,
    config,
    changed,
  }: { readonly root: string; readonly config: ProjectConfig; readonly changed: ReadonlySet<string> },
): BegunPart | undefined {
  const folder = `${config.procedures}/`;
  const isOne = (path: string) => path.startsWith(folder) && isProcedureFile(path.slice(folder.length));
  if (changed.size === 0 || changed.size > MOST_FILES || ![...changed].every(isOne)) return undefined;
  const sources = createSourceCache(host, root);
  const paths = [...changed].sort().map((path) => absolute(root, path));
  return { paths, sources, isRead: Promise.allSettled(paths.map((path) => sources.read(path))) };
}

/** What was begun, where it is what is looked at. */
export function takePart(begun: BegunPart | undefined, paths: readonly string[]): BegunPart | undefined {
  const isSame =
    begun?.paths.length === paths.length && paths.every((path, index) => path === begun.paths[index]);
  return isSame ? begun : undefined;
}
