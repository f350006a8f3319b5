import { compareNames } from '../compare-names.js';
import type { ProjectConfig } from '../config/project-config.js';
import type { LocationIndex } from '../locations/location-index.js';
import type { ParsedFile } from '../parsed/parsed-file.js';
import { toTypeIdentifier } from './naming/safe-identifier.js';
import { listVariants } from './object-variants.js';
import { SchemaRegistry } from './schema-registry.js';
import { settleNames } from './settle-names.js';
import type { UncheckedApi } from './unchecked-api.js';

/** Combines what files declare to one API. */
export function combineFiles(
  files: readonly ParsedFile[],
  config: ProjectConfig,
  locationIndex: LocationIndex,
): UncheckedApi {
  const parsed = files
    .flatMap(({ procedures }) => procedures)
    .map((procedure) => ({ ...procedure, typeName: toTypeIdentifier(procedure.namePath) }))
    .sort((left, right) => compareNames(left.name, right.name));
  const registry = new SchemaRegistry(files, parsed);
  const procedures = parsed.map(({ input, ...procedure }) => ({
    ...procedure,
    input: input && {
      ...input,
      variants: listVariants(input.shape, (key) => registry.shapeOf(key, 'input')),
    },
    findLocations: () => locationIndex.find(procedure.file, procedure.exportName),
  }));
  return { files, procedures, registry, names: settleNames(registry), config, locationIndex };
}
