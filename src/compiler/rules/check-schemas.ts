import { listParameters } from '../../protocol/path-template.js';
import { createDiagnostic, type Diagnostic } from '../diagnostic.js';
import { listKeys } from '../model/object-variants.js';
import type { SchemaRegistry } from '../model/schema-registry.js';
import {
  locateCall,
  locateMetadata,
  locateSchema,
  shapeOf,
  type UncheckedProcedure,
} from '../model/unchecked-api.js';
import type { LeafKind, SchemaKey, Shape } from '../schema/shape.js';
import { listShapesIn, printSchemaPath } from '../schema/walk-shape.js';
import { forEachProcedure } from './rule.js';

/** There is an output. The input is an object with a key for each path parameter. */
export const checkSchemas = forEachProcedure((procedure) => [
  ...checkOutput(procedure),
  ...checkInputKind(procedure),
  ...checkPathParameters(procedure),
]);

function checkOutput(procedure: UncheckedProcedure): Diagnostic[] {
  if (procedure.output) return [];
  const location = procedure.location;
  return [createDiagnostic('missing-output', location, `${procedure.name} has no output schema.`)];
}

function checkInputKind(procedure: UncheckedProcedure): Diagnostic[] {
  const { input } = procedure;
  if (!input || input.variants || input.shape.kind === 'unsupported') return [];
  const message = `The input of ${procedure.name} is ${describeKind(input.shape)}; it has to be an object.`;
  const isNothing = input.shape.kind === 'absent';
  const help = isNothing ? { help: 'Leave out `.input(…)`: a procedure without it takes nothing.' } : {};
  return [createDiagnostic('invalid-input', locateCall(procedure, 'input'), message, help)];
}

function checkPathParameters(procedure: UncheckedProcedure): Diagnostic[] {
  const { path, input } = procedure;
  if (!path || 'error' in path) return [];
  const parameters = listParameters(path);
  const findPath = () => locateMetadata(procedure, 'path');
  if (!input) {
    if (parameters.length === 0) return [];
    const message = `The path of ${procedure.name} has parameters, but it has no input.`;
    return [createDiagnostic('missing-input', findPath(), message)];
  }
  const { variants } = input;
  if (!variants) return [];
  const keys = listKeys(variants);
  return parameters.flatMap((parameter) => {
    const fields = variants.flatMap(({ properties }) => properties.get(parameter) ?? []);
    if (fields.length < variants.length) {
      const where = keys.includes(parameter) ? 'not in every branch of its input' : 'not a key of its input';
      const message = `The path parameter "${parameter}" of ${procedure.name} is ${where}.`;
      return [createDiagnostic('path-parameter-without-input', findPath(), message)];
    }
    // A key with a catch is optional, but never missing in a path.
    if (!fields.some(({ isOptional, shape }) => isOptional && shape.kind !== 'lenient')) return [];
    const message = `The path parameter "${parameter}" of ${procedure.name} is optional in its input.`;
    const help = 'Make the key required: a request to this path always has it.';
    const location = locateSchema(procedure, 'input', [parameter]);
    return [createDiagnostic('optional-path-parameter', location, message, { help })];
  });
}

const LEAVES_IN_WORDS: Partial<Record<LeafKind, string>> = { any: 'anything', null: 'null', never: 'never' };

function describeKind(shape: Shape): string {
  if (shape.kind === 'leaf') return LEAVES_IN_WORDS[shape.leaf] ?? `a ${shape.leaf}`;
  if (shape.kind === 'union') return 'a union with members that are not objects';
  if (shape.kind === 'absent') return 'undefined';
  return /^[aeiou]/.test(shape.kind) ? `an ${shape.kind}` : `a ${shape.kind}`;
}

/** JSON can represent every part of a schema, and every part of an output can be stripped of undeclared fields. */
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
  const diagnostics: Diagnostic[] = [];
  const resolve = (key: SchemaKey) => registry.shapeOf(key, subject === 'input' ? 'input' : 'output');
  for (const { part, path } of listShapesIn(shape, resolve)) {
    if (subject === 'output' && part.kind === 'leaf' && part.leaf === 'any') {
      const message = `The output of ${procedure.name} is anything at ${printSchemaPath(path)}, so nothing is checked or stripped there.`;
      diagnostics.push(createDiagnostic('unchecked-output', locateSchema(procedure, subject, path), message));
    }
    if (part.kind !== 'unsupported') continue;
    const { reason, help } = part;
    const message = `The ${IN_WORDS[subject]} of ${procedure.name} cannot be represented at ${printSchemaPath(path)}: ${reason}.`;
    const location = locateSchema(procedure, subject, path);
    diagnostics.push(createDiagnostic('unrepresentable-schema', location, message, { help }));
  }
  return diagnostics;
}
