import type { NamedType, ProcedureModel } from '../../../model/api-model.js';
import { remember } from '../../remember.js';

/** The named type of a procedure's whole input; undefined when it takes nothing. */
export function findInputType({ input }: ProcedureModel, types: readonly NamedType[]): NamedType | undefined {
  return input?.type.kind === 'reference' ? findType(types, input.type.name) : undefined;
}

/** The named type of that name; undefined when there is none. */
export function findType(types: readonly NamedType[], name: string): NamedType | undefined {
  return indexTypes(types).get(name);
}

const indexTypes = remember(
  (types: readonly NamedType[]): ReadonlyMap<string, NamedType> =>
    new Map(types.map((type) => [type.name, type])),
);
