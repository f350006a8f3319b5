import { createDiagnostic, type Diagnostic } from '../diagnostic.js';
import type { RegistryEntry } from '../model/schema-registry.js';
import { locateCall, shapeOf, type UncheckedApi, type UncheckedProcedure } from '../model/unchecked-api.js';
import type { SchemaKey } from '../schema/shape.js';
import { listShapesIn, printSchemaPath } from '../schema/walk-shape.js';
import type { Rule } from './rule.js';

/** Two schemas with one `id` have one shape. */
export const checkComponents: Rule = (api) =>
  api.names.schemas.flatMap(({ label, use, rival }): Diagnostic[] => {
    const second = rival && findUser(api, rival);
    const first = second && findUser(api, use);
    if (!first) return [];
    const message = `Two schemas have the id "${label}" and different shapes: this one is ${describeUse(api, second, rival)}.`;
    const other = `The other one is ${describeUse(api, first, use)}.`;
    const related = { ...locateCall(first, use.side), message: other };
    return [createDiagnostic('duplicate-component', locateCall(second, rival.side), message, { related })];
  });

function findUser(
  { procedures }: UncheckedApi,
  { procedure }: RegistryEntry,
): UncheckedProcedure | undefined {
  return procedures.find(({ name }) => name === procedure);
}

/** `items[].owner` in the output of a procedure; only that the procedure uses it where that is elsewhere, such as in a header. */
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
