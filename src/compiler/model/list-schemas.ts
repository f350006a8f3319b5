import type { NamedSchema, ProcedureModel } from '../../model/api-model.js';
import { type JsonSchema, listReferences } from '../../model/json-schema.js';
import { compareNames } from '../compare-names.js';
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
  return reachSchemas(procedures, new Map([...known].map(([name, schema]) => [name, { name, schema }])));
}

/** Those of the `known` schemas that the procedures lead to, sorted by name. */
function reachSchemas(
  procedures: readonly ProcedureModel[],
  known: ReadonlyMap<string, NamedSchema>,
): readonly NamedSchema[] {
  const reached = new Set(procedures.flatMap(listReached));
  for (const name of reached) {
    const target = known.get(name);
    if (target) for (const inner of listReferences(target.schema)) reached.add(inner);
  }
  return [...reached]
    .flatMap((name) => known.get(name) ?? [])
    .sort((left, right) => compareNames(left.name, right.name));
}

/** The names that the schemas of a procedure refer to. */
function listReached({ input, success }: ProcedureModel): readonly string[] {
  return [
    ...[...(input?.parameters ?? []), ...success.headers].flatMap(({ schema }) => listReferences(schema)),
    ...(input?.body ? listReferences(input.body.schema) : []),
    ...(success.schema ? listReferences(success.schema) : []),
  ];
}
