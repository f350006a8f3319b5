import type { ObjectShape, PropertyShape, RecordShape, Shape } from './shape.js';

/**
 * Returns one object for an intersection, as zod treats it: with `allOf`, one member's `additionalProperties` would
 * reject the others' keys. A union among them is multiplied out. Undefined if a member has annotations.
 */
export function foldIntersection(members: readonly Shape[]): Shape | undefined {
  const union = members.find((member) => member.kind === 'union' && isBare(member));
  if (union?.kind !== 'union') return foldObjects(members);
  const others = members.filter((member) => member !== union);
  const folded = union.members.map((member) => foldObjects([...others, member]));
  return folded.includes(undefined) ? undefined : { ...union, members: folded as readonly Shape[] };
}

function foldObjects(members: readonly Shape[]): Shape | undefined {
  const objects = members.flatMap((member) => findObject(member) ?? []);
  return objects.length < members.length ? undefined : joinObjects(objects);
}

/** Returns the object that matches all of these. `join` returns the shape of a value that must match several. */
export function joinObjects(objects: readonly ObjectShape[], join = joinShapes): ObjectShape {
  const keys = new Set(objects.flatMap(({ properties }) => properties.map(({ key }) => key)));
  const rest = objects.flatMap(listRest);
  const isStrict = objects.every((object) => object.isStrict);
  return {
    kind: 'object',
    properties: [...keys].map((key) => foldProperty(key, objects, join)),
    ...(isStrict ? { isStrict } : rest.length > 0 && { rest: join(rest) }),
  };
}

function findObject(shape: Shape): ObjectShape | undefined {
  if (shape.kind === 'lenient') return findObject(shape.inner);
  if (!isBare(shape)) return undefined;
  if (shape.kind === 'object') return shape;
  const folded = shape.kind === 'intersection' ? foldIntersection(shape.members) : undefined;
  if (folded) return findObject(folded);
  if (shape.kind !== 'record' || shape.patterns) return undefined;
  const { key, isNamed } = shape;
  const isAnyText = key.kind === 'leaf' && key.leaf === 'string' && isBare(key);
  return isAnyText || isNamed ? toObject(shape) : undefined;
}

/** Returns a record as an object. It has properties if all keys are named. */
export function toObject(record: RecordShape): ObjectShape {
  const { names = [], value, isNamed, isPartial, isStrict = false } = record;
  if (!isNamed) return { kind: 'object', properties: [], rest: value };
  const properties = names.map((key) => ({ key, shape: value, isOptional: isPartial, isDeprecated: false }));
  return { kind: 'object', properties, isStrict };
}

/** Whether a shape has no annotations. */
export function isBare({ keywords, before, meta, custom, notes }: Shape): boolean {
  return !keywords && !before && !meta && !custom && !notes;
}

/** Joins what all objects require of a key, including those that do not declare it. */
function foldProperty(key: string, objects: readonly ObjectShape[], join: typeof joinShapes): PropertyShape {
  const found = objects.map((object) => object.properties.find((property) => property.key === key));
  const shapes = objects.flatMap((object, index) => found[index]?.shape ?? listRest(object));
  const isOptional = found.every((property) => !property || property.isOptional);
  return { key, shape: join(shapes), isOptional, isDeprecated: false };
}

function listRest({ rest }: ObjectShape): readonly Shape[] {
  return !rest || (rest.kind === 'leaf' && rest.leaf === 'any' && isBare(rest)) ? [] : [rest];
}

/** Returns the shape of a value that must match all of these. */
export function joinShapes(shapes: readonly Shape[]): Shape {
  const members = [...new Map(shapes.map((shape) => [JSON.stringify(shape), shape])).values()];
  const [only] = members;
  if (only && members.length === 1) return only;
  return foldObjects(members) ?? { kind: 'intersection', members, isFolded: true };
}
