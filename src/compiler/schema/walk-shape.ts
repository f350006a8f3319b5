import type { SchemaKey, Shape } from './shape.js';

/** A shape and everything inside it, each named schema once, with the path to it. */
export function listShapesIn(
  shape: Shape,
  resolve: (schema: SchemaKey) => Shape,
): readonly { readonly part: Shape; readonly path: readonly string[] }[] {
  const found: { part: Shape; path: readonly string[] }[] = [];
  const seen = new Set<SchemaKey>();
  const visit = (part: Shape, path: readonly string[]): void => {
    if (part.kind !== 'reference') {
      found.push({ part, path });
      for (const [step, inner] of listParts(part)) visit(inner, step === '' ? path : [...path, step]);
    } else if (!seen.has(part.schema)) {
      seen.add(part.schema);
      visit(resolve(part.schema), path);
    }
  };
  visit(shape, []);
  return found;
}

/** The parts a shape is made of, each with the step of the value's path that leads to it. */
export function listParts(shape: Shape): readonly (readonly [step: string, part: Shape])[] {
  switch (shape.kind) {
    case 'array':
    case 'set':
      return [['[]', shape.element]];
    case 'tuple': {
      const items = shape.items.map((item, index) => [`[${index}]`, item] as const);
      return shape.rest ? [...items, ['[]', shape.rest]] : items;
    }
    case 'object': {
      const properties = shape.properties.map(({ key, shape: value }) => [key, value] as const);
      return shape.rest ? [...properties, ['*', shape.rest]] : properties;
    }
    case 'record':
      return [['*', shape.value]];
    case 'lenient':
      return [['', shape.inner]];
    case 'union':
    case 'intersection':
      return shape.members.map((member) => ['', member] as const);
    default:
      return NO_PARTS;
  }
}

const NO_PARTS: readonly [] = [];

/** The keys of the schemas that a shape refers to, in the order in which they are described. */
export function listReferredKeys(shape: Shape | undefined): readonly SchemaKey[] {
  if (!shape) return [];
  if (shape.kind === 'reference') return [shape.schema];
  const inner = listParts(shape).flatMap(([, part]) => listReferredKeys(part));
  return shape.kind === 'record' ? [...inner, ...listReferredKeys(shape.key)] : inner;
}

/** The shapes that a value can have: members of unions and intersections, and what references lead to. */
export function listForms(shape: Shape, resolve: (schema: SchemaKey) => Shape): readonly Shape[] {
  switch (shape.kind) {
    case 'union':
    case 'intersection':
      return shape.members.flatMap((member) => listForms(member, resolve));
    case 'lenient':
      return listForms(shape.inner, resolve);
    case 'reference':
      return listForms(resolve(shape.schema), resolve);
    default:
      return [shape];
  }
}

/** `items[].name`, `where["a key"]`; the schema itself when the path is empty. */
export function printSchemaPath(path: readonly string[]): string {
  if (path.length === 0) return 'its root';
  return `\`${path.map(printStep).join('').replace(/^\./, '')}\``;
}

function printStep(step: string): string {
  if (/^\[\d*\]$/.test(step)) return step;
  return /^(?:\*|[\p{ID_Start}$_][\p{ID_Continue}$-]*)$/u.test(step)
    ? `.${step}`
    : `[${JSON.stringify(step)}]`;
}
