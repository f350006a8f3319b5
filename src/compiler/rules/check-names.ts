import { createDiagnostic, type Diagnostic } from '../diagnostic.js';
import { isIdentifier } from '../model/naming/safe-identifier.js';
import type { RegistryEntry } from '../model/schema-registry.js';
import { locateCall, shapeOf, type UncheckedApi, type UncheckedProcedure } from '../model/unchecked-api.js';
import type { SchemaKey } from '../schema/shape.js';
import { listShapesIn, printSchemaPath } from '../schema/walk-shape.js';
import { byLocation, type Rule } from './rule.js';

/** Every procedure has one name, and every name one position in the client. */
export const checkNames: Rule = ({ procedures }) => {
  const ordered = byLocation(procedures);
  return [
    ...checkReserved(ordered),
    ...checkDuplicates(ordered),
    ...checkExports(ordered),
    ...checkLocations(ordered),
  ];
};

/** A client object with a `then` would be awaited as a promise. Other reserved names are not identifiers. */
function checkReserved(procedures: readonly UncheckedProcedure[]): Diagnostic[] {
  return procedures.flatMap(({ name, namePath, exportName, file, location }) => {
    const report = (message: string, help?: string) => [
      createDiagnostic('reserved-name', location, message, { help }),
    ];
    if (namePath.at(-1) === 'then') {
      return report(
        `${name} cannot be a name in the client: an object with a \`then\` is taken for a promise.`,
      );
    }
    if (!isIdentifier(exportName)) {
      return report(`${JSON.stringify(exportName)} cannot be a name in the client: it is not an identifier.`);
    }
    if (namePath.includes('')) {
      return report(
        `The path ${file} yields no name for the client.`,
        name === ''
          ? 'Export it under a name: a default export is named after its file, and this file has no name of its own.'
          : 'Use letters in the name of every folder and file.',
      );
    }
    return [];
  });
}

function checkDuplicates(procedures: readonly UncheckedProcedure[]): Diagnostic[] {
  return pairWithFirst(procedures, 'name').map(([procedure, first]) =>
    clash('duplicate-name', procedure, first, `Two procedures are named ${procedure.name}.`),
  );
}

function checkExports(procedures: readonly UncheckedProcedure[]): Diagnostic[] {
  return pairWithFirst(procedures, 'identity')
    .filter(([{ name }, first]) => name !== first.name)
    .map(([procedure, first]) => {
      const message = `${procedure.name} is the same procedure as ${first.name}.`;
      return clash('duplicate-export', procedure, first, message);
    });
}

/** Pairs each procedure with the first one before it that has the same value of `key`. */
function pairWithFirst(procedures: readonly UncheckedProcedure[], key: 'name' | 'identity') {
  const first = new Map<string, UncheckedProcedure>();
  return procedures.flatMap((procedure): [UncheckedProcedure, UncheckedProcedure][] => {
    const before = first.get(procedure[key]);
    if (!before) first.set(procedure[key], procedure);
    return before ? [[procedure, before]] : [];
  });
}

/** If `items.ts` exports `tags` and `items/tags.ts` exists, `items.tags` of the client cannot be both. */
function checkLocations(procedures: readonly UncheckedProcedure[]): Diagnostic[] {
  const byName = new Map(procedures.map((procedure) => [procedure.name, procedure]));
  const diagnostics = new Map<string, Diagnostic>();
  for (const procedure of procedures) {
    for (let length = 1; length < procedure.namePath.length; length++) {
      const name = procedure.namePath.slice(0, length).join('.');
      const other = byName.get(name);
      if (!other || diagnostics.has(name)) continue;
      const message = `In the client, ${name} is a procedure and also the parent of ${procedure.name}.`;
      diagnostics.set(name, clash('client-name-conflict', procedure, other, message));
    }
  }
  return [...diagnostics.values()];
}

function clash(
  code: 'duplicate-name' | 'duplicate-export' | 'client-name-conflict',
  procedure: UncheckedProcedure,
  other: UncheckedProcedure,
  message: string,
): Diagnostic {
  const related = { ...other.location, message: 'The other one is here.' };
  return createDiagnostic(code, procedure.location, message, { related });
}

/** Two schemas with the same `id` have the same shape. */
export const checkComponents: Rule = (api) =>
  api.names.schemas.flatMap(({ label, firstUse, conflict }): Diagnostic[] => {
    const second = conflict && findUser(api, conflict);
    const first = second && findUser(api, firstUse);
    if (!first) return [];
    const message = `Two schemas have the id "${label}" and different shapes: this one is ${describeUse(api, second, conflict)}.`;
    const other = `The other one is ${describeUse(api, first, firstUse)}.`;
    const related = { ...locateCall(first, firstUse.side), message: other };
    return [createDiagnostic('duplicate-component', locateCall(second, conflict.side), message, { related })];
  });

function findUser(
  { procedures }: UncheckedApi,
  { procedure }: RegistryEntry,
): UncheckedProcedure | undefined {
  return procedures.find(({ name }) => name === procedure);
}

/** Returns `items[].owner` in the output of a procedure, or only its name if the schema is elsewhere (a header). */
function describeUse(
  { registry }: UncheckedApi,
  procedure: UncheckedProcedure,
  { key, side }: RegistryEntry,
): string {
  const resolve = (inner: SchemaKey) => registry.shapeOf(inner, side);
  const schema = resolve(key);
  const shape = shapeOf(procedure, side);
  const parts = shape ? listShapesIn(shape, resolve) : [];
  const path = parts.find(({ part }) => part === schema)?.path;
  if (!path) return `used by ${procedure.name}`;
  const whole = `the ${side} of ${procedure.name}`;
  return path.length === 0 ? whole : `${printSchemaPath(path)} in ${whole}`;
}
