import type { NamedSchema, ProcedureModel } from './api-model.js';
import { type JsonSchema, listReferences } from './json-schema.js';
import { compareNames } from './procedure-draft.js';
import { type SettledNames, settleReferences } from './settle-names.js';

/** The named schemas that the procedures reach, sorted by name. */
export function listSchemas(
  procedures: readonly ProcedureModel[],
  names: SettledNames,
): readonly NamedSchema[] {
  const known = new Map<string, JsonSchema>();
  for (const { name, json } of names.schemas) {
    if (json.output)
      known.set(names.componentName(name, 'output'), settleReferences(json.output, 'output', names));
    const inputName = names.componentName(name, 'input');
    if (json.input && !known.has(inputName))
      known.set(inputName, settleReferences(json.input, 'input', names));
  }
  const reached = new Map<string, JsonSchema>();
  const reach = (schema: JsonSchema): void => {
    for (const name of listReferences(schema)) {
      const target = known.get(name);
      if (!target || reached.has(name)) continue;
      reached.set(name, target);
      reach(target);
    }
  };
  for (const { input, success } of procedures) {
    for (const { schema } of [...(input?.parameters ?? []), ...success.headers]) reach(schema);
    if (input?.body) reach(input.body.schema);
    if (success.schema) reach(success.schema);
  }
  return [...reached]
    .sort(([left], [right]) => compareNames(left, right))
    .map(([name, schema]) => ({ name, schema }));
}
