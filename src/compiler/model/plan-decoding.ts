import type { DecodingPlan } from '../../protocol/decoding-plan.js';
import type { SchemaKey, Shape } from '../schema/shape.js';
import { listReferredKeys, listShapesIn } from '../schema/walk-shape.js';
import type { SchemaRegistry } from './schema-registry.js';

/** How a value is sent: in text every leaf is decoded, in JSON only what JSON cannot represent. */
export type WireFormat = 'text' | 'json';

/** Plans every part of a value, even what JSON represents as it is: a union needs it to tell its members apart. */
function planWhole(shape: Shape, refer: (schema: SchemaKey) => DecodingPlan): DecodingPlan {
  const visit = (part: Shape): DecodingPlan => planWhole(part, refer);
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
    case 'intersection':
      return shape.members.map(visit).reduce(mergePlans);
    case 'lenient':
      return planLenient(visit(shape.inner), shape.isPreprocessed);
    case 'reference':
      return refer(shape.schema);
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
  const isList = typeof inner === 'object' && ('array' in inner || 'set' in inner || 'tuple' in inner);
  return isPreprocessed && isList ? { union: ['any', inner] } : planUnion([inner, 'any']);
}

function planUnion(members: readonly DecodingPlan[]): DecodingPlan {
  const flat = members.flatMap((member) =>
    typeof member === 'object' && 'union' in member ? member.union : [member],
  );
  const unique = new Map(flat.map((member) => [JSON.stringify(member), member]));
  const [only, ...rest] = [...unique.values()].sort((left, right) => rank(left) - rank(right));
  if (only === undefined) return 'any';
  return rest.length === 0 ? only : { union: [only, ...rest] };
}

/** The order in which members are tried: those that accept the fewest texts first, then strings, then anything. */
function rank(plan: DecodingPlan): number {
  if (typeof plan === 'object') return 'literal' in plan ? 0 : 6;
  return { file: 0, null: 1, number: 2, bigint: 3, boolean: 4, date: 5, string: 7, any: 8 }[plan];
}

/** Returns the plan of a value that must match both. */
function mergePlans(left: DecodingPlan, right: DecodingPlan): DecodingPlan {
  if (left === 'any') return right;
  if (right === 'any') return left;
  if (typeof left === 'object' && typeof right === 'object' && 'object' in left && 'object' in right) {
    const object: Record<string, DecodingPlan> = { ...left.object };
    for (const [key, plan] of Object.entries(right.object)) {
      const before = Object.hasOwn(object, key) ? object[key] : undefined;
      object[key] = before === undefined ? plan : mergePlans(before, plan);
    }
    const rest = left.rest ?? right.rest;
    return { object, ...(rest && { rest }) };
  }
  if (typeof left === 'object' && 'union' in left)
    return { union: left.union.map((plan) => mergePlans(plan, right)) };
  if (typeof right === 'object' && 'union' in right)
    return { union: right.union.map((plan) => mergePlans(left, plan)) };
  return left;
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
  private readonly registry: SchemaRegistry;
  private readonly nameOf: (schema: SchemaKey) => string;

  /** `nameOf` names recursive schemas; schemas that are alike may share a name. */
  constructor(registry: SchemaRegistry, nameOf: (schema: SchemaKey) => string) {
    this.registry = registry;
    this.nameOf = nameOf;
  }

  /** Returns the plan of a value as it is sent; undefined if it needs no decoding. */
  plan(shape: Shape, format: WireFormat): DecodingPlan | undefined {
    const plan = planWhole(shape, (schema) => this.refer(schema, format));
    return format === 'json' ? pruneForJson(plan) : plan === 'any' ? undefined : plan;
  }

  /** Returns the named plans in use, by name. */
  listNamed(): Readonly<Record<string, DecodingPlan>> {
    return Object.fromEntries([...this.named].sort(([left], [right]) => (left < right ? -1 : 1)));
  }

  private refer(schema: SchemaKey, format: WireFormat): DecodingPlan {
    const shape = this.registry.shapeOf(schema, 'input');
    const planInline = () => planWhole(shape, (inner) => this.refer(inner, format));
    if (!this.containsItself(schema, shape)) return planInline();
    if (format === 'json' && !this.needsDecoding(shape)) return 'any';
    const name = `${this.nameOf(schema)}.${format}`;
    if (!this.named.has(name)) {
      this.named.set(name, 'any');
      this.named.set(name, planInline());
    }
    return { ref: name };
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
