import type { Place } from '../place.js';
import { type CallChain, readCallChain, unwrap } from './builder-chain.js';
import { placeOf } from './parse-source.js';
import type { ScopedSource } from './read-object-places.js';
import { ts } from './typescript.js';

/**
 * Notes where each key of a schema stands, by the way to it from `path` on, such as `input.items.[].name`: as far as
 * the text of this file tells, and nothing where it does not.
 */
export function readSchemaPlaces(
  source: ScopedSource,
  schema: ts.Expression,
  path: string,
  places: Map<string, Place>,
): void {
  new SchemaWalk(source, places).visit(schema, path);
}

class SchemaWalk {
  readonly #source: ScopedSource;
  readonly #places: Map<string, Place>;
  readonly #open = new Set<string>();

  constructor(source: ScopedSource, places: Map<string, Place>) {
    this.#source = source;
    this.#places = places;
  }

  visit(expression: ts.Expression, path: string): void {
    const value = unwrap(expression);
    const wrapped = readEnvelope(value);
    const chain = readCallChain(value);
    if (ts.isIdentifier(value)) this.#visitName(value.text, path);
    else if (wrapped) this.visit(wrapped, `${path}.payload`);
    else if (chain) this.#visitChain(chain, path);
  }

  #visitName(name: string, path: string): void {
    const initializer = this.#source.scope.variables.get(name)?.initializer;
    if (!initializer || this.#open.has(name)) return;
    this.#open.add(name);
    this.visit(initializer, path);
    this.#open.delete(name);
  }

  #visitChain({ root, calls }: CallChain, path: string): void {
    const isList = calls.some(({ name, arguments: given }) => name === 'array' && given.length === 0);
    if (ts.isIdentifier(root)) this.#visitName(root.text, isList ? `${path}.[]` : path);
    for (const { name, arguments: given } of calls) {
      for (const [step, part] of listParts(name, given)) {
        if (ts.isObjectLiteralExpression(part)) this.#visitShape(part, path);
        else this.visit(part, step === '' ? path : `${path}.${step}`);
      }
    }
  }

  #visitShape(shape: ts.ObjectLiteralExpression, path: string): void {
    for (const property of shape.properties) {
      const { name } = property;
      if (!name || !(ts.isIdentifier(name) || ts.isStringLiteral(name) || ts.isNumericLiteral(name)))
        continue;
      const inner = `${path}.${name.text}`;
      this.#places.set(inner, placeOf(this.#source, name));
      if (ts.isPropertyAssignment(property)) this.visit(property.initializer, inner);
      else if (ts.isShorthandPropertyAssignment(property)) this.#visitName(name.text, inner);
    }
  }
}

/** `actionResponse(schema)`. */
function readEnvelope(value: ts.Expression): ts.Expression | undefined {
  if (!ts.isCallExpression(value) || !ts.isIdentifier(value.expression)) return undefined;
  return value.expression.text === 'actionResponse' ? value.arguments[0] : undefined;
}

type Part = readonly [step: string, part: ts.Expression];

/** The schemas, or the shape, that one call of a schema's chain is given, each with the step that leads to it. */
function listParts(call: string, given: readonly ts.Expression[]): readonly Part[] {
  switch (call) {
    case 'object':
    case 'strictObject':
    case 'looseObject':
    case 'extend':
    case 'safeExtend':
      return given
        .map(unwrap)
        .filter(ts.isObjectLiteralExpression)
        .map((part) => ['', part]);
    case 'array':
    case 'set':
      return given.slice(0, 1).map((part) => ['[]', unwrap(part)]);
    case 'record':
    case 'partialRecord':
    case 'looseRecord':
      return given.slice(1, 2).map((part) => ['*', unwrap(part)]);
    case 'tuple':
      return listElements(given).map((part, index) => [`[${index}]`, part]);
    case 'union':
    case 'xor':
    case 'discriminatedUnion':
      return listElements(given).map((part) => ['', part]);
    case 'optional':
    case 'nullable':
    case 'nullish':
    case 'intersection':
    case 'and':
    case 'or':
    case 'pipe':
      return given.map((part) => ['', unwrap(part)]);
    default:
      return [];
  }
}

function listElements(given: readonly ts.Expression[]): readonly ts.Expression[] {
  return given.map(unwrap).flatMap((part) => (ts.isArrayLiteralExpression(part) ? [...part.elements] : []));
}
