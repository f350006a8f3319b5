import type { Metadata } from '../../definition/metadata.js';
import type { ProcedureDefinition } from '../../definition/procedure-definition.js';
import { BUILDER, hasBrand, PROCEDURE } from '../../protocol/brand.js';
import { createDiagnostic, type Diagnostic } from '../diagnostic.js';
import type { PlaceBook } from '../read/place-book.js';
import type { ChainPlaces } from '../read/read-chain-places.js';
import type { ReadFile } from '../read/read-files.js';
import type { ReadProcedure } from '../read/read-procedures.js';
import { identify } from './identify.js';
import type { Exports } from './import-request.js';
import { listNested, type NestedProcedure } from './list-nested.js';

/** A procedure as it was read, of one that lives, or lived. */
export interface LoadedProcedure {
  readonly file: Omit<ReadFile, 'procedures' | 'unexported' | 'imports'>;
  readonly read: ReadProcedure;
  /** Where what its builder was told stands; see `PlaceBook`. */
  readonly findPlaces: () => ChainPlaces;
  /** Stands for the procedure itself, to tell whether two exports are one. */
  readonly identity: object;
}

/** A procedure that lives. */
export interface LiveProcedure {
  readonly loaded: LoadedProcedure;
  readonly definition: ProcedureDefinition;
}

/** A procedure with metadata beside `openapi` and `rateLimit`, and the keys of that. */
export interface OwnMetadata {
  readonly loaded: LoadedProcedure;
  readonly keys: readonly string[];
}

/** What came of running a file. */
export interface FileContent<Procedure> {
  readonly procedures: readonly Procedure[];
  readonly diagnostics: readonly Diagnostic[];
  readonly nested: readonly NestedProcedure[];
  readonly ownMetadata: readonly OwnMetadata[];
}

/** The procedures that a file exports. */
export function takeProcedures(
  file: ReadFile,
  values: Exports,
  places: PlaceBook,
): FileContent<LiveProcedure> {
  const procedures = file.procedures.flatMap((read) => {
    const value = values[read.exportName];
    if (!hasBrand(value, PROCEDURE)) return [];
    const { definition } = value as { definition: ProcedureDefinition };
    const loaded = describeLoaded(file, read, { places, identity: identify(value as object) });
    return [{ loaded, definition }];
  });
  return {
    procedures,
    diagnostics: reportUnfinished(file, values),
    nested: file.procedures.flatMap(({ exportName, place }) =>
      listNested(exportName, values[exportName], place),
    ),
    ownMetadata: listOwnMetadata(procedures),
  };
}

/** Apart from what lives, so that none of it is kept. */
function describeLoaded(
  file: ReadFile,
  read: ReadProcedure,
  { places, identity }: { readonly places: PlaceBook; readonly identity: object },
): LoadedProcedure {
  return { file, read, findPlaces: () => places.find(file.path, read.exportName), identity };
}

function listOwnMetadata(procedures: readonly LiveProcedure[]): readonly OwnMetadata[] {
  return procedures.flatMap(({ loaded, definition }) => {
    const keys = Object.keys(definition.meta).filter((key) => key !== 'openapi' && key !== 'rateLimit');
    return keys.length === 0 ? [] : [{ loaded, keys }];
  });
}

/** A builder that is exported is there to be shared, unless it has a route already: then its last step was forgotten. */
function reportUnfinished({ procedures }: ReadFile, values: Exports): Diagnostic[] {
  return procedures.flatMap(({ exportName, place }) => {
    const openapi = (values[exportName] as { [BUILDER]?: Metadata } | null | undefined)?.[BUILDER]?.openapi;
    if (openapi?.enabled !== true || openapi.method === undefined || openapi.path === undefined) return [];
    const message = `"${exportName}" has the route ${openapi.method} ${openapi.path}, but no handler.`;
    return [createDiagnostic('missing-handler', place, message)];
  });
}
