import { createDiagnostic, type Diagnostic } from '../diagnostic.js';
import type { SchemaRegistry } from '../model/schema-registry.js';
import { locateSchema, shapeOf, type UncheckedProcedure } from '../model/unchecked-api.js';
import type { SchemaKey } from '../schema/shape.js';
import { listShapesIn, printSchemaPath } from '../schema/walk-shape.js';
import { forEachProcedure } from './rule.js';

/** Every part of a schema is something that JSON can carry, and every part of an output one that undeclared fields are stripped from. */
export const checkRepresentable = forEachProcedure((procedure, { registry }) => [
  ...check(procedure, 'input', registry),
  ...check(procedure, 'output', registry),
  ...check(procedure, 'headers', registry),
]);

const IN_WORDS = { input: 'input', output: 'output', headers: 'response headers' } as const;

function check(
  procedure: UncheckedProcedure,
  subject: keyof typeof IN_WORDS,
  registry: SchemaRegistry,
): Diagnostic[] {
  const shape = shapeOf(procedure, subject);
  if (!shape) return [];
  const faults: Diagnostic[] = [];
  const resolve = (key: SchemaKey) => registry.shapeOf(key, subject === 'input' ? 'input' : 'output');
  for (const { part, path } of listShapesIn(shape, resolve)) {
    if (subject === 'output' && part.kind === 'leaf' && part.leaf === 'any') {
      const message = `The output of ${procedure.name} is anything at ${printSchemaPath(path)}, so nothing is checked or stripped there.`;
      faults.push(createDiagnostic('unchecked-output', locateSchema(procedure, subject, path), message));
    }
    if (part.kind !== 'unsupported') continue;
    const { reason, help } = part;
    const message = `The ${IN_WORDS[subject]} of ${procedure.name} cannot be represented at ${printSchemaPath(path)}: ${reason}.`;
    const location = locateSchema(procedure, subject, path);
    faults.push(createDiagnostic('unrepresentable-schema', location, message, { help }));
  }
  return faults;
}
