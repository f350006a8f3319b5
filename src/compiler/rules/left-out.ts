import type { UnreadFile } from '../discover/find-unread-files.js';
import type { NestedProcedure } from '../load/list-nested.js';
import type { LoadedProcedures } from '../load/load-procedures.js';
import type { ReadFile } from '../load/read-files.js';
import type { OwnMetadata } from '../load/take-procedures.js';
import { listPromisedContexts, type PromisedContext } from '../parse/list-promised-contexts.js';
import type { UnexportedProcedure } from '../parse/list-unexported.js';
import type { SourceModules } from '../parse/source-modules.js';

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
  readonly sources: SourceModules;
}

/** Puts together what the stages found. */
export function listLeftOut(
  { read, loaded, sources }: ReadAndLoaded,
  unread: readonly UnreadFile[],
): LeftOut {
  const paths = new Set([...loaded.listModules().values()].flat());
  const scripts = [...paths].filter((path) => !path.endsWith('.json'));
  const modules = scripts.map((path) => sources.parse(path));
  return {
    unread,
    unexported: read.flatMap(({ unexported }) => unexported),
    nested: loaded.nested,
    ownMetadata: loaded.ownMetadata,
    promisedContexts: modules.flatMap((module) => (module ? listPromisedContexts(module) : [])),
  };
}
