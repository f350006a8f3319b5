import type { NamedType, ProcedureModel } from '../../../model/api-model.js';

/** The named type of a procedure's whole input; undefined when it takes nothing. */
export function findInputType({ input }: ProcedureModel, types: readonly NamedType[]): NamedType | undefined {
  return input?.type.kind === 'reference' ? findType(types, input.type.name) : undefined;
}

/** The named type of that name; undefined when there is none. */
export function findType(types: readonly NamedType[], name: string): NamedType | undefined {
  let byName = indexes.get(types);
  if (!byName) {
    byName = new Map(types.map((type) => [type.name, type]));
    indexes.set(types, byName);
  }
  return byName.get(name);
}

const indexes = new WeakMap<readonly NamedType[], ReadonlyMap<string, NamedType>>();

/**
 * An input that the author gave as an example, as a whole or of each property that has to be there. Undefined when
 * there is none.
 */
export function findExample(input: NamedType | undefined): unknown {
  const { examples, type } = input ?? {};
  if (examples?.[0] !== undefined) return examples[0];
  if (type?.kind !== 'object') return undefined;
  const shown = type.properties.filter((property) => property.examples || !property.isOptional);
  if (shown.length === 0 || shown.some((property) => !property.examples)) return undefined;
  return Object.fromEntries(shown.map((property) => [property.name, property.examples?.[0]]));
}
