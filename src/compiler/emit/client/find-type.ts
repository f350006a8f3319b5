import type { ApiModel, NamedType, ProcedureModel } from '../../../model/api-model.js';

/** The named types of an API, by name. */
export type NamedTypes = ReadonlyMap<string, NamedType>;

export function indexTypes({ types }: ApiModel): NamedTypes {
  return new Map(types.map((type) => [type.name, type]));
}

/** Returns the named type of a procedure's whole input, or undefined without input. */
export function findInputType({ input }: ProcedureModel, types: NamedTypes): NamedType | undefined {
  return input?.type.kind === 'reference' ? types.get(input.type.name) : undefined;
}

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
