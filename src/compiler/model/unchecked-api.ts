import { compareNames } from '../compare-names.js';
import type { LoadedCatalogs } from '../config/load-catalogs.js';
import type { ProjectConfig } from '../config/project-config.js';
import type { UnreadFile } from '../discover/discover-procedure-files.js';
import { type ChainLocations, readChainLocations } from '../locations/read-chain-locations.js';
import type { SourceModules } from '../parse/source-modules.js';
import type { ParsedFile, ParsedInput, ParsedProcedure } from '../parsed/parsed-file.js';
import type { Shape } from '../schema/shape.js';
import { findNearestLocation, type SourceLocation } from '../source-location.js';
import { type AssignedNames, assignNames } from './assign-names.js';
import { toTypeIdentifier } from './naming/safe-identifier.js';
import { listVariants, type ObjectVariant } from './object-variants.js';
import { SchemaRegistry } from './schema-registry.js';

/** All exposed procedures before the rules have checked them, and what they share. */
export interface UncheckedApi extends ProjectParts {
  /** In the order of their paths. */
  readonly files: readonly ParsedFile[];
  /** Sorted by name. */
  readonly procedures: readonly UncheckedProcedure[];
  readonly registry: SchemaRegistry;
  readonly names: AssignedNames;
}

/** What a project consists of besides parsed files. */
interface ProjectParts {
  readonly config: ProjectConfig;
  readonly catalogs: LoadedCatalogs;
  readonly unread: readonly UnreadFile[];
  readonly sources: SourceModules;
}

export interface UncheckedProcedure extends Omit<ParsedProcedure, 'input'> {
  /** The base of its type names, such as `AdminApiKeysList`. */
  readonly typeName: string;
  readonly input: UncheckedInput | undefined;
  readonly findLocations: () => ChainLocations;
}

export interface UncheckedInput extends ParsedInput {
  /** The objects that the input can be; null if it can be anything else. */
  readonly variants: readonly ObjectVariant[] | null;
}

/** Returns the shape of one of a procedure's schemas; undefined if it has none. */
export function shapeOf(
  { input, output, headers }: UncheckedProcedure,
  schema: 'input' | 'output' | 'headers',
): Shape | undefined {
  return { input: input?.shape, output, headers }[schema];
}

/** Locates a call of the builder, or the export if the text does not show the call. */
export function locateCall({ findLocations, location }: UncheckedProcedure, call: string): SourceLocation {
  return findLocations().calls.get(call) ?? location;
}

/** Locates the key of a schema at the end of `path`, or the nearest part around it. */
export function locateSchema(
  procedure: UncheckedProcedure,
  schema: 'input' | 'output' | 'headers',
  path: readonly string[],
): SourceLocation {
  const { schemaKeys } = procedure.findLocations();
  const nearest = schema === 'headers' ? locateMetadata(procedure, 'headers') : locateCall(procedure, schema);
  return findNearestLocation(schemaKeys, path, `${schema}.`) ?? nearest;
}

/** Locates a value of `openapi`, or the nearest part around it that the text shows. */
export function locateMetadata(
  { findLocations, location }: UncheckedProcedure,
  ...keys: readonly (string | number)[]
): SourceLocation {
  const { calls, metadata } = findLocations();
  const found = findNearestLocation(metadata, keys, 'openapi.');
  return found ?? metadata.get('openapi@key') ?? calls.get('meta') ?? location;
}

/** Combines the declarations of files into one API. */
export function combineFiles(files: readonly ParsedFile[], parts: ProjectParts): UncheckedApi {
  const parsed = files
    .flatMap(({ procedures }) => procedures)
    .map((procedure) => ({ ...procedure, typeName: toTypeIdentifier(procedure.namePath) }))
    .sort((left, right) => compareNames(left.name, right.name));
  const registry = new SchemaRegistry(files, parsed);
  const procedures = parsed.map(({ input, ...procedure }): UncheckedProcedure => {
    const { file, exportName } = procedure;
    let locations: ChainLocations | undefined;
    return {
      ...procedure,
      input: input && {
        ...input,
        variants: listVariants(input.shape, (key) => registry.shapeOf(key, 'input')),
      },
      findLocations: () => (locations ??= readChainLocations(parts.sources, file, exportName)),
    };
  });
  return { ...parts, files, procedures, registry, names: assignNames(registry) };
}
