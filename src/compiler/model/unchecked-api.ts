import type { ProjectConfig } from '../config/project-config.js';
import type { ChainLocations } from '../locations/chain-locations.js';
import type { LocationIndex } from '../locations/location-index.js';
import type { ParsedFile } from '../parsed/parsed-file.js';
import type { ParsedInput, ParsedProcedure } from '../parsed/parsed-procedure.js';
import type { Shape } from '../schema/shape.js';
import type { SourceLocation } from '../source-location.js';
import type { ObjectVariant } from './object-variants.js';
import type { SchemaRegistry } from './schema-registry.js';
import type { SettledNames } from './settle-names.js';

/** Every exposed procedure before it is known to be free of errors, and what they share. */
export interface UncheckedApi {
  /** In the order of their paths. */
  readonly files: readonly ParsedFile[];
  /** Sorted by name. */
  readonly procedures: readonly UncheckedProcedure[];
  readonly registry: SchemaRegistry;
  readonly names: SettledNames;
  readonly config: ProjectConfig;
  readonly locationIndex: LocationIndex;
}

export interface UncheckedProcedure extends Omit<ParsedProcedure, 'input'> {
  /** `AdminApiKeysList`: what its types are called after. */
  readonly typeName: string;
  readonly input: UncheckedInput | undefined;
  readonly findLocations: () => ChainLocations;
}

export interface UncheckedInput extends ParsedInput {
  /** The objects the input can be; null when it is something else. */
  readonly variants: readonly ObjectVariant[] | null;
}

/** The shape of one of a procedure's schemas; undefined where it has none. */
export function shapeOf(
  { input, output, headers }: UncheckedProcedure,
  schema: 'input' | 'output' | 'headers',
): Shape | undefined {
  return { input: input?.shape, output, headers }[schema];
}

/** Where a builder's call stands, or the export when the text does not tell. */
export function locateCall(
  { findLocations, location }: UncheckedProcedure,
  ...calls: readonly string[]
): SourceLocation {
  const locations = findLocations();
  for (const call of calls) {
    const found = locations.calls.get(call);
    if (found) return found;
  }
  return location;
}

/** Where the key of a schema stands that a path inside it leads to, or what is nearest around it. */
export function locateSchema(
  procedure: UncheckedProcedure,
  schema: 'input' | 'output' | 'headers',
  path: readonly string[],
): SourceLocation {
  const { schemaKeys } = procedure.findLocations();
  for (let length = path.length; length > 0; length--) {
    const location = schemaKeys.get([schema, ...path.slice(0, length)].join('.'));
    if (location) return location;
  }
  return schema === 'headers' ? locateMetadata(procedure, 'headers') : locateCall(procedure, schema);
}

/** Where a value of `openapi` stands, or the nearest thing around it that the text tells of. */
export function locateMetadata(
  { findLocations, location }: UncheckedProcedure,
  ...keys: readonly (string | number)[]
): SourceLocation {
  const { calls, metadata } = findLocations();
  for (let length = keys.length; length > 0; length--) {
    const found = metadata.get(`openapi.${keys.slice(0, length).join('.')}`);
    if (found) return found;
  }
  return metadata.get('openapi@key') ?? calls.get('meta') ?? location;
}
