import type { UnreadFile } from '../discover/find-unread-files.js';
import type { NestedProcedure } from '../load/list-nested.js';
import type { LoadedProcedures } from '../load/load-procedures.js';
import type { OwnMetadata } from '../load/take-procedures.js';
import type { PromisedContext } from '../read/list-promised-contexts.js';
import type { UnexportedProcedure } from '../read/list-unexported.js';
import type { ReadFile } from '../read/read-files.js';
import type { SourceCache } from '../read/source-cache.js';

/** What may have been meant to be exposed and is not, as whatever reads the project tells of it. */
export interface LeftOut {
  readonly unread: readonly UnreadFile[];
  readonly unexported: readonly UnexportedProcedure[];
  readonly nested: readonly NestedProcedure[];
  readonly ownMetadata: readonly OwnMetadata[];
  /** Where the modules of procedures count on the application's own context. */
  readonly promisedContexts: readonly PromisedContext[];
}

export interface ReadAndLoaded {
  readonly read: readonly ReadFile[];
  readonly loaded: Pick<LoadedProcedures<unknown>, 'nested' | 'ownMetadata' | 'listModules'>;
  readonly sources: SourceCache;
}

/** Puts together what the stages found. */
export async function listLeftOut(
  { read, loaded, sources }: ReadAndLoaded,
  unread: readonly UnreadFile[],
): Promise<LeftOut> {
  const paths = new Set([...loaded.listModules().values()].flat());
  const modules = await Promise.all([...paths].map((path) => sources.read(path)));
  return {
    unread,
    unexported: read.flatMap(({ unexported }) => unexported),
    nested: loaded.nested,
    ownMetadata: loaded.ownMetadata,
    promisedContexts: modules.flatMap((module) => module?.promisedContexts ?? []),
  };
}
