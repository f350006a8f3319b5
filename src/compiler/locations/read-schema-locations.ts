import type { Node, ObjectLiteralExpression } from 'ts-morph';
import { type CallChain, findInitializer, nameOfProperty, readCallChain, unwrap } from './call-chain.js';
import type { NoteLocation } from './note-locations.js';
import { tsMorph } from './ts-morph.js';

/**
 * Notes where each key of a schema stands, by the way to it from `path` on, such as `input.items.[].name`: as far as
 * the text of this file tells, and nothing where it does not.
 */
export function readSchemaLocations(schema: Node, path: string, note: NoteLocation): void {
  new SchemaWalk(note).visit(schema, path);
}

class SchemaWalk {
  readonly #note: NoteLocation;
  readonly #open = new Set<string>();

  constructor(note: NoteLocation) {
    this.#note = note;
  }

  visit(expression: Node, path: string): void {
    const value = unwrap(expression);
    const wrapped = readEnvelope(value);
    const chain = readCallChain(value);
    if (tsMorph.Node.isIdentifier(value)) this.#visitName(value, path);
    else if (wrapped) this.visit(wrapped, `${path}.payload`);
    else if (chain) this.#visitChain(chain, path);
  }

  #visitName(identifier: Node, path: string): void {
    const name = identifier.getText();
    const initializer = findInitializer(identifier);
    if (!initializer || this.#open.has(name)) return;
    this.#open.add(name);
    this.visit(initializer, path);
    this.#open.delete(name);
  }

  #visitChain({ root, calls }: CallChain, path: string): void {
    const isList = calls.some(
      ({ name, arguments: given }) => name.getText() === 'array' && given.length === 0,
    );
    this.#visitName(root, isList ? `${path}.[]` : path);
    for (const { name, arguments: given } of calls) {
      for (const [step, part] of listParts(name.getText(), given)) {
        if (tsMorph.Node.isObjectLiteralExpression(part)) this.#visitShape(part, path);
        else this.visit(part, step === '' ? path : `${path}.${step}`);
      }
    }
  }

  #visitShape(shape: ObjectLiteralExpression, path: string): void {
    for (const property of shape.getProperties()) {
      const nameNode = tsMorph.Node.isSpreadAssignment(property) ? null : property.getNameNode();
      const name = nameNode && nameOfProperty(nameNode);
      if (!nameNode || name === null) continue;
      const inner = `${path}.${name}`;
      this.#note(inner, nameNode);
      const given = tsMorph.Node.isPropertyAssignment(property) ? property.getInitializer() : undefined;
      if (given) this.visit(given, inner);
      else if (tsMorph.Node.isShorthandPropertyAssignment(property)) this.#visitName(nameNode, inner);
    }
  }
}

/** `actionResponse(schema)`. */
function readEnvelope(value: Node): Node | undefined {
  if (!tsMorph.Node.isCallExpression(value)) return undefined;
  return value.getExpression().getText() === 'actionResponse' ? value.getArguments()[0] : undefined;
}

type Part = readonly [step: string, part: Node];

/** The schemas, or the shape, that one call of a schema's chain is given, each with the step that leads to it. */
function listParts(call: string, given: readonly Node[]): readonly Part[] {
  switch (call) {
    case 'object':
    case 'strictObject':
    case 'looseObject':
    case 'extend':
    case 'safeExtend':
      return given
        .map(unwrap)
        .filter(tsMorph.Node.isObjectLiteralExpression)
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

function listElements(given: readonly Node[]): readonly Node[] {
  return given
    .map(unwrap)
    .flatMap((part) => (tsMorph.Node.isArrayLiteralExpression(part) ? part.getElements() : []));
}
