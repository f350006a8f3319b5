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
