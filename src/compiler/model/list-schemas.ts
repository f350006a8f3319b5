import type { NamedSchema, ProcedureModel } from '../../model/api-model.js';
import { listReferences } from '../../model/json-schema.js';
import { compareNames } from '../compare-names.js';
import type { SettledNames } from './settle-names.js';

/** The named schemas that the procedures reach, sorted by name. */
export function listSchemas(
  procedures: readonly ProcedureModel[],
  { definitions }: SettledNames,
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
