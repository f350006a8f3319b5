import type { ApiModel, NamedSchema, ProcedureModel } from '../../model/api-model.js';
import { listReferences } from '../../model/json-schema.js';
import { compareNames } from '../compare-names.js';
import type { ProjectConfig } from '../config/project-config.js';
import type { AssignedNames } from './assign-names.js';
import { buildProcedure, specifierOf } from './build-procedure.js';
import { claimNames } from './claim-names.js';
import { listTypes } from './list-types.js';
import type { CheckedProcedure, ModelContext } from './model-context.js';
import { PlanRegistry } from './plan-decoding.js';
import type { UncheckedApi } from './unchecked-api.js';

/**
 * Builds the model of procedures without errors. Emitters make no decisions of their own. `importExtension` is the
 * extension that the project's tsconfig requires in imports.
 */
export function buildModel(
  { procedures, registry, names, config, catalogs }: UncheckedApi,
  importExtension: ModelContext['importExtension'],
): ApiModel {
  const plans = new PlanRegistry(registry, names.componentOf);
  const claimed = claimNames(procedures, names);
  const context: ModelContext = { registry, names, plans, config, procedures, claimed, importExtension };
  const built = procedures.map((procedure) => buildProcedure(procedure as CheckedProcedure, context));
  return {
    info: config.info,
    prefix: config.prefix,
    serverUrl: `${config.baseUrl ?? ''}${config.prefix}` || '/',
    tags: listTags(built, config),
    credentials: config.credentials,
    setup: config.setup.map(({ file }) => specifierOf(file, context)),
    rateLimits: config.rateLimits,
    schemas: listSchemas(built, names),
    types: listTypes(procedures, context),
    plans: plans.listNamed(),
    messages: catalogs.catalogs,
    procedures: built,
  };
}

/** Lists the tags that procedures use, in the order of the configuration. */
function listTags(procedures: readonly ProcedureModel[], config: ProjectConfig): readonly string[] {
  const used = new Set(procedures.flatMap(({ tags }) => tags));
  return [...new Set(Object.values(config.tags))].filter((tag) => used.has(tag));
}

/** Lists the named schemas that the procedures reach, sorted by name. */
function listSchemas(
  procedures: readonly ProcedureModel[],
  { definitions }: AssignedNames,
): readonly NamedSchema[] {
  const reached = new Set(
    procedures
      .flatMap(({ input, success }) => [
        ...(input?.parameters ?? []),
        input?.body,
        success,
        ...success.headers,
      ])
      .flatMap((part) => listReferences(part?.schema)),
  );
  for (const name of reached) for (const inner of listReferences(definitions.get(name))) reached.add(inner);
  return [...reached].sort(compareNames).flatMap((name) => {
    const schema = definitions.get(name);
    return schema ? [{ name, schema }] : [];
  });
}
