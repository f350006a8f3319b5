import { carriesBody } from '../../protocol/http-method.js';
import { listParameters } from '../../protocol/path-template.js';
import { createDiagnostic, type Diagnostic } from '../diagnostic.js';
import { isFileField } from '../model/list-form-fields.js';
import type { SchemaRegistry } from '../model/schema-registry.js';
import { locateSchema, type UncheckedProcedure } from '../model/unchecked-api.js';
import type { SchemaKey, Shape } from '../schema/shape.js';
import { listForms, listParts, listShapesIn, printSchemaPath } from '../schema/walk-shape.js';
import { forEachProcedure } from './rule.js';

/**
 * A path parameter is one value. A query has keys that work in brackets, and arrays only of single values. A file is a
 * field of a form.
 */
export const checkTravel = forEachProcedure((procedure, { registry }) => {
  const { input, path, method } = procedure;
  if (!input?.variants || !path || 'error' in path || !method) return [];
  const inPath = listParameters(path);
  const problems = input.variants
    .flatMap(({ properties }) => [...properties.values()])
    .flatMap(({ key, shape }) => {
      if (inPath.includes(key)) return isValue(shape, registry) ? [] : [pathProblem(key)];
      const files = listFileProblems(procedure, key, shape, registry);
      if (files.length > 0 || carriesBody(method)) return files;
      return [...listKeyProblems([key]), ...listQueryProblems(shape, [key], registry, [])];
    });
  problems.push(...listUndeclaredFileProblems(input.shape, registry));
  const unique = new Map(problems.map((problem) => [problem.what, problem]));
  return [...unique.values()].map((problem) => report(procedure, problem));
});

/** An input that cannot be sent, at the end of a path. */
interface TravelProblem {
  readonly path: readonly string[];
  readonly what: string;
  readonly help?: string;
}

function report(procedure: UncheckedProcedure, { path, what, help }: TravelProblem): Diagnostic {
  const message = `In the input of ${procedure.name}, ${what}.`;
  const location = locateSchema(procedure, 'input', path);
  return createDiagnostic('input-cannot-travel', location, message, { help });
}

function pathProblem(key: string): TravelProblem {
  return {
    path: [key],
    what: `"${key}" cannot be sent in the path: it is not a single value`,
    help: 'Use a single value, such as a string or a number, or remove the key from the path.',
  };
}

/** Lists the files of a key that no form can hold: in a query, inside an object, or mixed with other values. */
function listFileProblems(
  { kind, method }: UncheckedProcedure,
  key: string,
  shape: Shape,
  registry: SchemaRegistry,
): readonly TravelProblem[] {
  const resolve = (schema: SchemaKey) => registry.shapeOf(schema, 'input');
  const files = listShapesIn(shape, resolve).filter(({ part }) => part.kind === 'file');
  const hasForm = kind === 'mutation' && method !== undefined && carriesBody(method);
  if (hasForm && isFileField(shape, resolve)) return [];
  return files.map(({ path }) => fileProblem([key, ...path], hasForm ? NO_FIELD : NO_FORM));
}

/** An undeclared key cannot be a form field with a file. */
function listUndeclaredFileProblems(shape: Shape, registry: SchemaRegistry): readonly TravelProblem[] {
  const parts = listShapesIn(shape, (schema) => registry.shapeOf(schema, 'input'));
  const open = parts.filter(({ part, path }) => part.kind === 'file' && path[0] === '*');
  return open.map(({ path }) => fileProblem(path, NO_FIELD));
}

function fileProblem(path: readonly string[], reason: FileReason): TravelProblem {
  return {
    path,
    what: `the file at ${printSchemaPath(path)} cannot be sent: ${reason.why}`,
    help: reason.help,
  };
}

interface FileReason {
  readonly why: string;
  readonly help: string;
}

const NO_FIELD: FileReason = {
  why: 'a file is a field of a form of its own',
  help: 'Make it a key of the input itself: `z.file()`, `z.file().optional()` or `z.array(z.file())`.',
};
const NO_FORM: FileReason = {
  why: 'only a mutation with a body takes files',
  help: 'Make it a `.mutation(…)` with the method POST, PUT or PATCH.',
};

/** Whether a shape is a single value that text can represent. */
function isValue(shape: Shape, registry: SchemaRegistry): boolean {
  const forms = listForms(shape, (key) => registry.shapeOf(key, 'input'));
  return forms.every(({ kind }) => ['leaf', 'literal', 'absent', 'unsupported'].includes(kind));
}

/** Query keys are written in brackets, so the last key of a path must not contain any. */
function listKeyProblems(path: readonly string[]): TravelProblem[] {
  const key = path.at(-1) ?? '';
  if (key !== '' && !/[[\]]/.test(key)) return [];
  const why = key === '' ? 'its name is empty' : 'its name has brackets';
  return [
    {
      path,
      what: `${printSchemaPath(path)} cannot be sent in a query: ${why}`,
      help: 'Rename the key, or use POST, PUT or PATCH, so that the input is sent as JSON.',
    },
  ];
}

/** Lists what cannot be sent inside a shape, or only the shape if it cannot be sent at all. Follows recursion once. */
function listQueryProblems(
  shape: Shape,
  path: readonly string[],
  registry: SchemaRegistry,
  enclosing: readonly SchemaKey[],
): readonly TravelProblem[] {
  if (shape.kind === 'reference') {
    const { schema } = shape;
    if (enclosing.includes(schema)) return [];
    return listQueryProblems(registry.shapeOf(schema, 'input'), path, registry, [...enclosing, schema]);
  }
  const isList = shape.kind === 'array' || shape.kind === 'set' || shape.kind === 'tuple';
  const keys = shape.kind === 'object' ? shape.properties.map(({ key }) => [...path, key]) : [];
  const inside = listParts(shape).flatMap(([step, part]): readonly TravelProblem[] => {
    const what = `${printSchemaPath(path)} cannot be sent in a query: it is an array of more than single values`;
    if (isList && !isValue(part, registry)) return [{ path, what }];
    return listQueryProblems(part, step === '' ? path : [...path, step], registry, enclosing);
  });
  const whole = inside.find((problem) => problem.path === path);
  return whole ? [whole] : [...keys.flatMap(listKeyProblems), ...inside];
}
