import type { SchemaKey, Shape } from './shape.js';

/** Lists a shape and everything inside it with paths, each named schema once. */
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

/** Lists the parts of a shape, each with its step in the value's path. */
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

/** Lists the keys of the schemas that a shape refers to, in the order of description. */
export function listReferredKeys(shape: Shape | undefined): readonly SchemaKey[] {
  if (!shape) return [];
  if (shape.kind === 'reference') return [shape.schema];
  const inner = listParts(shape).flatMap(([, part]) => listReferredKeys(part));
  return shape.kind === 'record' ? [...inner, ...listReferredKeys(shape.key)] : inner;
}

/** Lists the shapes that a value can have, through unions, intersections and references. */
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

/** Prints a path as `items[].name` or `where["a key"]`; an empty path is the root. */
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
