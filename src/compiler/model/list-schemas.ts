import type { NamedSchema, ProcedureModel } from './api-model.js';
import { compareNames } from './compare-names.js';
import { type JsonSchema, listReferences } from './json-schema.js';
import type { SettledNames } from './settle-names.js';

/** The named schemas that the procedures reach, sorted by name. */
export function listSchemas(
  procedures: readonly ProcedureModel[],
  names: SettledNames,
): readonly NamedSchema[] {
  const known = new Map<string, JsonSchema>();
  for (const { component, json } of names.schemas) {
    if (json.output) known.set(component, names.settle(json.output, 'output'));
    const inputName = names.componentName(component, 'input');
    if (json.input && !known.has(inputName)) known.set(inputName, names.settle(json.input, 'input'));
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
