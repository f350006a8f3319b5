import type { NamedType, ProcedureModel } from '../../../model/api-model.js';

/** Returns the named type of a procedure's whole input, or undefined without input. */
export function findInputType({ input }: ProcedureModel, types: readonly NamedType[]): NamedType | undefined {
  return input?.type.kind === 'reference' ? findType(types, input.type.name) : undefined;
}

/** Returns the type of that name, or undefined. */
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
 * Returns the author's example of an input, either of the whole input or assembled from those of its properties if
 * every required one has an example. Undefined if there is none.
 */
export function findExample(input: NamedType | undefined): unknown {
  const { examples, type } = input ?? {};
  if (examples?.[0] !== undefined) return examples[0];
  if (type?.kind !== 'object') return undefined;
  const shown = type.properties.filter((property) => property.examples || !property.isOptional);
  if (shown.length === 0 || shown.some((property) => !property.examples)) return undefined;
  return Object.fromEntries(shown.map((property) => [property.name, property.examples?.[0]]));
}
