import type { TypeKeyword, TypeModel } from '../../model/type-model.js';
import type { ObjectShape, SchemaKey, Shape, Side } from '../schema/shape.js';

/** Returns the client's type of a shape: what it sends as input, or what it receives as JSON in output. */
export function typeOfShape(shape: Shape, side: Side, nameOf: (schema: SchemaKey) => string): TypeModel {
  const typeOf = (part: Shape): TypeModel => typeOfShape(part, side, nameOf);
  switch (shape.kind) {
    case 'leaf':
      return typeOfLeaf(shape.leaf, side);
    case 'literal':
      return unite(shape.values.map((value): TypeModel => ({ kind: 'literal', value })));
    case 'array':
    case 'set':
      return { kind: 'array', element: typeOf(shape.element) };
    case 'tuple':
      return typeOfTuple(shape, typeOf);
    case 'object':
      return typeOfObject(shape, typeOf);
    case 'record':
      return {
        kind: 'record',
        key: typeOf(shape.key),
        value: typeOf(shape.value),
        isPartial: shape.isPartial,
      };
    case 'union':
      return unite(shape.members.map(typeOf));
    case 'intersection':
      return { kind: 'intersection', members: shape.members.map(typeOf) };
    case 'lenient':
      return typeOf(shape.inner);
    case 'reference':
      return { kind: 'reference', name: nameOf(shape.schema) };
    case 'file':
      return unite([keyword('Blob'), keyword('File')]);
    case 'absent':
      return keyword('undefined');
    case 'unsupported':
      return keyword('unknown');
  }
}

type TypeOf = (shape: Shape) => TypeModel;

function typeOfTuple(shape: Extract<Shape, { kind: 'tuple' }>, typeOf: TypeOf): TypeModel {
  const { items, required, rest } = shape;
  return {
    kind: 'tuple',
    items: items.map(typeOf),
    ...(required < items.length && { required }),
    ...(rest && { rest: typeOf(rest) }),
  };
}

function typeOfObject({ properties, rest }: ObjectShape, typeOf: TypeOf): TypeModel {
  return {
    kind: 'object',
    properties: properties.map(({ key, shape, ...annotations }) => ({
      name: key,
      type: typeOf(shape),
      ...annotations,
    })),
    ...(rest && { rest: typeOf(rest) }),
  };
}

function typeOfLeaf(leaf: Extract<Shape, { kind: 'leaf' }>['leaf'], side: Side): TypeModel {
  if (leaf === 'any') return keyword('unknown');
  // JSON carries dates and bigints as text; the client accepts either form.
  if (leaf === 'date')
    return side === 'output' ? keyword('string') : unite([keyword('Date'), keyword('string')]);
  if (leaf === 'bigint')
    return side === 'output' ? keyword('string') : unite([keyword('bigint'), keyword('string')]);
  return keyword(leaf);
}

function keyword(name: TypeKeyword): TypeModel {
  return { kind: 'keyword', name };
}

/** Returns a union without duplicates, or its only member. */
function unite(types: readonly TypeModel[]): TypeModel {
  const flat = types.flatMap((type) => (type.kind === 'union' ? type.members : [type]));
  const unique = [...new Map(flat.map((type) => [JSON.stringify(type), type])).values()];
  const [only] = unique;
  if (only === undefined) return keyword('never');
  return unique.length === 1 ? only : { kind: 'union', members: unique };
}
