import type { DecodingPlan } from '../../protocol/decoding-plan.js';
import { joinObjects, toObject } from '../schema/fold-intersection.js';
import type { SchemaKey, Shape } from '../schema/shape.js';
import { listReferredKeys, listShapesIn } from '../schema/walk-shape.js';
import type { SchemaRegistry } from './schema-registry.js';

/** How a value is sent: in text every leaf is decoded, in JSON only what JSON cannot represent. */
export type WireFormat = 'text' | 'json';

type PlanPart = (part: Extract<Shape, { kind: 'reference' | 'intersection' }>) => DecodingPlan;

/**
 * Plans every part of a value, even what JSON represents as it is: a union needs it to tell its members apart.
 * `planPart` plans what may contain itself.
 */
function planWhole(shape: Shape, planPart: PlanPart): DecodingPlan {
  const visit = (part: Shape): DecodingPlan => planWhole(part, planPart);
  switch (shape.kind) {
    case 'leaf':
      return shape.leaf === 'never' ? 'any' : shape.leaf;
    case 'literal':
      return { literal: shape.values };
    case 'array':
      return { array: visit(shape.element) };
    case 'set':
      return { set: visit(shape.element) };
    case 'tuple':
      return { tuple: shape.items.map(visit), ...(shape.rest && { rest: visit(shape.rest) }) };
    case 'object': {
      const object = Object.fromEntries(shape.properties.map(({ key, shape: value }) => [key, visit(value)]));
      return { object, ...(shape.rest && { rest: visit(shape.rest) }) };
    }
    case 'record':
      return { record: visit(shape.value) };
    case 'union':
      return planUnion(shape.members.filter(({ kind }) => kind !== 'absent').map(visit));
    case 'lenient':
      return planLenient(visit(shape.inner), shape.isPreprocessed);
    case 'reference':
    case 'intersection':
      return planPart(shape);
    case 'file':
      return 'file';
    case 'absent':
    case 'unsupported':
      return 'any';
  }
}

/**
 * Passes on any value that the inner shape does not accept. Preprocessing that splits a text into a list, such as
 * `a,b`, gets the text before it is treated as a list of one item.
 */
function planLenient(inner: DecodingPlan, isPreprocessed: boolean): DecodingPlan {
  const members = listUnion(inner);
  const others = members.filter((member) => member !== 'any');
  const isAnyFirst = isPreprocessed ? members.some(isList) : splitsTexts(members);
  return planUnion([{ union: isAnyFirst ? ['any', ...others] : [...others, 'any'] }]);
}

function isList(plan: DecodingPlan): boolean {
  return typeof plan === 'object' && ('array' in plan || 'set' in plan || 'tuple' in plan);
}

/**
 * Whether a preprocessed list gets its original text also inside of other schemas. Not if its items are decoded: a
 * `catch()` outside would replace the list by its fallback.
 */
function splitsTexts([first, ...others]: readonly DecodingPlan[]): boolean {
  const lists = others.filter(isList);
  return first === 'any' && lists.length > 0 && lists.every(isTextList);
}

function isTextList(plan: DecodingPlan): boolean {
  return typeof plan === 'object' && ['array', 'set'].some((kind) => Object(plan)[kind] === 'string');
}

function listUnion(plan: DecodingPlan): readonly DecodingPlan[] {
  return typeof plan === 'object' && 'union' in plan ? plan.union : [plan];
}

function planUnion(members: readonly DecodingPlan[]): DecodingPlan {
  const unions = members.map(listUnion);
  const unique = new Map(unions.flat().map((member) => [JSON.stringify(member), member]));
  const [single = [], second] = unions;
  const isAnyFirst = second ? unions.some(splitsTexts) : single[0] === 'any' && single.length > 1;
  const rankOf = (plan: DecodingPlan) => (plan === 'any' && isAnyFirst ? -1 : rank(plan));
  const [only, ...rest] = [...unique.values()].sort((left, right) => rankOf(left) - rankOf(right));
  if (only === undefined) return 'any';
  return rest.length === 0 ? only : { union: [only, ...rest] };
}

/** The order in which members are tried: those that accept the fewest texts first, then strings, then anything. */
function rank(plan: DecodingPlan): number {
  if (typeof plan === 'object') return 'literal' in plan ? 0 : 6;
  return { file: 0, null: 1, number: 2, bigint: 3, boolean: 4, date: 5, string: 7, any: 8 }[plan];
}

/** Returns the shape of a value that must match both. Its parts are intersections, which are merged in turn. */
function mergeShapes(left: Shape, right: Shape): Shape {
  if (isAnything(left)) return right;
  if (isAnything(right)) return left;
  const forms = listAlternatives(left);
  if (forms) return { kind: 'union', members: forms.map((form) => join([form, right])) };
  const others = listAlternatives(right);
  if (others) return { kind: 'union', members: others.map((form) => join([left, form])) };
  if (left.kind === 'array' && right.kind === 'array')
    return { kind: 'array', element: join([left.element, right.element]) };
  const objects = [left, right].flatMap((shape) =>
    shape.kind === 'object' ? shape : shape.kind === 'record' ? toObject(shape) : [],
  );
  return objects.length === 2 ? joinObjects(objects, join) : left;
}

function join(members: readonly Shape[]): Shape {
  const [only] = members;
  return only && members.length === 1 ? only : { kind: 'intersection', members };
}

const ANYTHING: Shape = { kind: 'leaf', leaf: 'any' };

function isAnything(shape: Shape): boolean {
  if (shape.kind === 'leaf') return shape.leaf === 'any' || shape.leaf === 'never';
  return shape.kind === 'absent' || shape.kind === 'unsupported';
}

/** Lists the members of a union; undefined for any other shape. */
function listAlternatives(shape: Shape): readonly Shape[] | undefined {
  if (shape.kind === 'lenient') return [shape.inner, ANYTHING];
  return shape.kind === 'union' ? shape.members.filter(({ kind }) => kind !== 'absent') : undefined;
}

/**
 * Returns what is left to decode in JSON: dates, bigints, sets, and the path to them. A union keeps its members whole,
 * since they tell which of them a value is.
 */
export function pruneForJson(plan: DecodingPlan): DecodingPlan | undefined {
  if (typeof plan === 'string') return plan === 'date' || plan === 'bigint' ? plan : undefined;
  if ('ref' in plan || 'set' in plan || 'json' in plan) return plan;
  if ('literal' in plan) return undefined;
  if ('union' in plan)
    return plan.union.some((member) => pruneForJson(member) !== undefined) ? plan : undefined;
  if ('array' in plan) {
    const array = pruneForJson(plan.array);
    return array && { array };
  }
  if ('record' in plan) {
    const record = pruneForJson(plan.record);
    return record && { record };
  }
  if ('tuple' in plan) {
    const tuple = plan.tuple.map((item) => pruneForJson(item) ?? 'any');
    const rest = plan.rest && pruneForJson(plan.rest);
    return rest || tuple.some((item) => item !== 'any') ? { tuple, ...(rest && { rest }) } : undefined;
  }
  const rest = plan.rest && pruneForJson(plan.rest);
  const kept = Object.entries(plan.object).flatMap(([key, value]): [string, DecodingPlan][] => {
    // An unnamed key would be treated as one of the rest.
    const pruned = pruneForJson(value) ?? (rest && 'any');
    return pruned === undefined ? [] : [[key, pruned]];
  });
  return rest || kept.length > 0 ? { object: Object.fromEntries(kept), ...(rest && { rest }) } : undefined;
}

/**
 * Creates the plans of one API. Named schemas are planned inline; only a recursive one gets a named plan that others
 * refer to.
 */
export class PlanRegistry {
  private readonly named = new Map<string, DecodingPlan>();
  /** The intersections that are being planned, each with its name if it contains itself. */
  private readonly unfinished = new Map<string, string | undefined>();
  /** The names of planned intersections that contain themselves. */
  private readonly recursive = new Map<string, string>();
  private readonly registry: SchemaRegistry;
  private readonly nameOf: (schema: SchemaKey) => string;

  /** `nameOf` names recursive schemas; schemas that are alike may share a name. */
  constructor(registry: SchemaRegistry, nameOf: (schema: SchemaKey) => string) {
    this.registry = registry;
    this.nameOf = nameOf;
  }

  /** Returns the plan of a value as it is sent; undefined if it needs no decoding. */
  plan(shape: Shape, format: WireFormat): DecodingPlan | undefined {
    const plan = this.planInline(shape, format);
    return format === 'json' ? pruneForJson(plan) : plan === 'any' ? undefined : plan;
  }

  /** Returns the named plans in use, by name. */
  listNamed(): Readonly<Record<string, DecodingPlan>> {
    return Object.fromEntries([...this.named].sort(([left], [right]) => (left < right ? -1 : 1)));
  }

  private planInline(shape: Shape, format: WireFormat): DecodingPlan {
    return planWhole(shape, (part) =>
      part.kind === 'reference' ? this.refer(part.schema, format) : this.intersect(part, format),
    );
  }

  private refer(schema: SchemaKey, format: WireFormat): DecodingPlan {
    const shape = this.registry.shapeOf(schema, 'input');
    if (!this.containsItself(schema, shape)) return this.planInline(shape, format);
    if (format === 'json' && !this.needsDecoding(shape)) return 'any';
    const name = `${this.nameOf(schema)}.${format}`;
    if (!this.named.has(name)) {
      this.named.set(name, 'any');
      this.named.set(name, this.planInline(shape, format));
    }
    return { ref: name };
  }

  /** Merges the members of an intersection. If it contains itself, it is a named plan there. */
  private intersect(shape: Shape, format: WireFormat): DecodingPlan {
    const members = new Map(this.listMembers(shape).map((member) => [JSON.stringify(member), member]));
    const key = [format, ...members.keys()].join();
    const known = this.recursive.get(key);
    if (known !== undefined) return { ref: known };
    if (this.unfinished.has(key)) {
      if (format === 'json' && !this.needsDecoding(shape)) return 'any';
      // No name of a schema has a space.
      const name = this.unfinished.get(key) ?? `intersection ${this.named.size + 1}.${format}`;
      this.unfinished.set(key, name);
      this.named.set(name, 'any');
      return { ref: name };
    }
    this.unfinished.set(key, undefined);
    const plan = this.planInline([...members.values()].reduce(mergeShapes, ANYTHING), format);
    const name = this.unfinished.get(key);
    this.unfinished.delete(key);
    if (name !== undefined) {
      this.named.set(name, plan);
      this.recursive.set(key, name);
    }
    return plan;
  }

  /** Lists the members of an intersection, including those of inner ones and of named schemas. */
  private listMembers(shape: Shape, seen = new Set<SchemaKey>()): readonly Shape[] {
    if (shape.kind === 'intersection')
      return shape.members.flatMap((member) => this.listMembers(member, seen));
    if (shape.kind !== 'reference') return [shape];
    if (seen.has(shape.schema)) return [];
    seen.add(shape.schema);
    return this.listMembers(this.registry.shapeOf(shape.schema, 'input'), seen);
  }

  private containsItself(schema: SchemaKey, shape: Shape): boolean {
    const reached = new Set(listReferredKeys(shape));
    for (const key of reached) {
      for (const inner of listReferredKeys(this.registry.shapeOf(key, 'input'))) reached.add(inner);
    }
    return reached.has(schema);
  }

  /** Whether JSON cannot represent some part of a shape. */
  private needsDecoding(shape: Shape): boolean {
    const parts = listShapesIn(shape, (inner) => this.registry.shapeOf(inner, 'input'));
    return parts.some(
      ({ part }) =>
        part.kind === 'set' || (part.kind === 'leaf' && (part.leaf === 'date' || part.leaf === 'bigint')),
    );
  }
}
