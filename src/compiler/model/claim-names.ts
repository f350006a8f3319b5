import { compareNames } from '../compare-names.js';
import type { Side } from '../schema/shape.js';
import type { AssignedNames } from './assign-names.js';
import { CLIENT_RUNTIME_NAMES, toIdentifier, toTypeIdentifier } from './naming/safe-identifier.js';
import type { UncheckedProcedure } from './unchecked-api.js';

/** The identifiers of the generated files, each used for one thing. */
export interface ClaimedNames {
  /** The client's type of a component on one side. */
  namedType(component: string, side: Side): string;
  inputType(procedure: Named): string;
  payloadType(procedure: Named): string;
  /** The type of a call's result. */
  resultType(procedure: Named): string;
  /** The procedure as a stand-alone function. */
  operation(procedure: Named): string;
}

type Named = Pick<UncheckedProcedure, 'name'>;
/** The parts of a procedure that its identifiers are made from. */
export type NamedProcedure = Pick<UncheckedProcedure, 'name' | 'namePath' | 'typeName'>;

/**
 * Claims identifiers: first those of the client's runtime, then those of the user's named schemas, then those of the
 * procedures, in the order of their names. A taken name gets an underscore.
 */
export function claimNames(procedures: readonly NamedProcedure[], names: AssignedNames): ClaimedNames {
  const taken = new Set([...CLIENT_RUNTIME_NAMES, ...ROUTE_TABLE_NAMES]);
  const claim = (preferred: string): string => {
    let name = preferred;
    while (taken.has(name)) name += '_';
    taken.add(name);
    return name;
  };
  const named = new Map<string, string>();
  for (const [preferred, identifier] of listPreferred(names)) named.set(preferred, claim(identifier));
  const claimEach = (preferredName: (procedure: NamedProcedure) => string) => {
    const claimed = new Map(procedures.map((procedure) => [procedure.name, claim(preferredName(procedure))]));
    return ({ name }: Named): string => lookUp(claimed, name);
  };
  return {
    namedType: (component, side) => lookUp(named, names.typeName(component, side)),
    operation: claimEach(({ namePath }) => toIdentifier(namePath)),
    inputType: claimEach(({ typeName }) => `${typeName}Input`),
    payloadType: claimEach(({ typeName }) => `${typeName}Payload`),
    resultType: claimEach(({ typeName }) => `${typeName}Result`),
  };
}

/** Lists the identifiers for types of named schemas. Names that are valid identifiers come first and are unchanged. */
function listPreferred(names: AssignedNames): readonly (readonly [preferred: string, identifier: string])[] {
  const preferred = names.schemas.flatMap(({ component }) => [
    names.typeName(component, 'output'),
    names.typeName(component, 'input'),
  ]);
  const unique = [...new Set(preferred)].sort(compareNames);
  const spelled = unique.map((name) => [name, toTypeIdentifier([name])] as const);
  const isUnchanged = ([name, identifier]: (typeof spelled)[number]) => name === identifier;
  return [...spelled.filter(isUnchanged), ...spelled.filter((each) => !isUnchanged(each))];
}

/** Names that the generated route table declares or uses itself. */
const ROUTE_TABLE_NAMES = ['URL', 'defineRoutes', 'routes'];

function lookUp(names: ReadonlyMap<string, string>, key: string): string {
  const name = names.get(key);
  if (name === undefined) throw new Error(`No identifier was claimed for ${key}.`);
  return name;
}
