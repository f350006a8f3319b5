import type { Metadata } from '../../authoring/metadata.js';
import type { ProcedureDefinition } from '../../authoring/procedure-definition.js';
import { BUILDER, hasBrand, PROCEDURE } from '../../protocol/brand.js';
import { createDiagnostic, type Diagnostic } from '../diagnostic.js';
import type { ProcedureFile } from '../discover/discover-procedure-files.js';
import { PlaceBook } from '../read/place-book.js';
import type { ChainPlaces } from '../read/read-chain-places.js';
import { type ReadFile, readProcedureFile } from '../read/read-files.js';
import type { ReadProcedure } from '../read/read-procedures.js';
import type { SourceCache } from '../read/source-cache.js';
import { reportFailingImport } from './failing-import.js';
import {
  type ImportContext,
  type ImportOptions,
  type ImportOutcome,
  importIsolated,
} from './import-isolated.js';
import type { ImportRequest } from './requested-modules.js';

/** A procedure as it was read and as it lives. */
export interface LoadedProcedure {
  readonly file: Omit<ReadFile, 'procedures' | 'imports'>;
  readonly read: ReadProcedure;
  readonly definition: ProcedureDefinition;
  /** Where what its builder was told stands; see `PlaceBook`. */
  readonly findPlaces: () => ChainPlaces;
  /** The procedure itself, to tell whether two exports are one. */
  readonly identity: object;
}

export interface LoadedProcedures {
  readonly procedures: readonly LoadedProcedure[];
  /** Finds the places that were asked for. */
  readonly places: PlaceBook;
  /** The project's own modules that were bundled for a file, by its path: absolute, with `/`. */
  readonly modules: ReadonlyMap<string, readonly string[]>;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * The live procedures of all files that could be loaded, and a fault for each that could not. Files that do not parse
 * are left out. Each is bundled as soon as it is read.
 */
export async function loadProcedures(
  context: ImportContext,
  files: readonly ProcedureFile[],
  options?: ImportOptions,
): Promise<LoadedProcedures> {
  const read = (file: ProcedureFile) => readProcedureFile(file, context.sources);
  const requests = files.map(({ path }) => requestProcedures(path, context.sources));
  const outcomes = await importIsolated(context, requests, options);
  const procedures: LoadedProcedure[] = [];
  const places = new PlaceBook(context.sources);
  const diagnostics: Diagnostic[] = [];
  const modules = new Map<string, readonly string[]>();
  for (const [index, discovered] of files.entries()) {
    const file = await read(discovered);
    if (!file || file.procedures.length === 0) continue;
    const outcome = outcomes[index] as ImportOutcome;
    if ('reason' in outcome) diagnostics.push(await reportFailingImport(context, file.file, outcome));
    else {
      procedures.push(...pickProcedures(file, outcome.values, places));
      modules.set(file.path, outcome.modules);
      diagnostics.push(...reportUnfinished(file, outcome.values));
    }
  }
  return { procedures, places, modules, diagnostics };
}

/** What to import of a procedure file: the procedures that it exports; nothing where it does not parse. */
export function requestProcedures(path: string, sources: SourceCache): ImportRequest {
  return {
    path,
    async listExports() {
      const module = await sources.read(path);
      if (!module || module.syntaxErrors.length > 0) return [];
      return module.procedures.map(({ exportName }) => exportName);
    },
  };
}

function pickProcedures(
  file: ReadFile,
  values: Readonly<Record<string, unknown>>,
  places: PlaceBook,
): LoadedProcedure[] {
  return file.procedures.flatMap((read) => {
    const value = values[read.exportName];
    if (!hasBrand(value, PROCEDURE)) return [];
    const { definition } = value as { definition: ProcedureDefinition };
    const findPlaces = () => places.find(file.path, read.exportName);
    return [{ file, read, definition, findPlaces, identity: value as object }];
  });
}

/** A builder that is exported is there to be shared, unless it has a route already: then its last step was forgotten. */
function reportUnfinished({ procedures }: ReadFile, values: Readonly<Record<string, unknown>>): Diagnostic[] {
  return procedures.flatMap(({ exportName, place }) => {
    const openapi = (values[exportName] as { [BUILDER]?: Metadata } | null | undefined)?.[BUILDER]?.openapi;
    if (openapi?.enabled !== true || openapi.method === undefined || openapi.path === undefined) return [];
    const message = `"${exportName}" has the route ${openapi.method} ${openapi.path}, and no handler.`;
    return [createDiagnostic('missing-handler', place, message)];
  });
}
