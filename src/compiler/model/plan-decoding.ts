import type { DecodingPlan } from '../../protocol/decoding-plan.js';
import type { SchemaKey, Shape } from '../schema/shape.js';
import { listReferredKeys, listShapesIn } from '../schema/walk-shape.js';
import type { SchemaRegistry } from './schema-registry.js';

/** Where a value travels: as text every leaf is decoded, as JSON only what JSON cannot carry. */
export type Carrier = 'text' | 'json';

/** The plan of every part of a value, also of what JSON carries as it is: a union needs it to tell its members apart. */
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
 * Whatever comes is passed on where the inner shape does not take it. What makes a list of a text by itself, such as of
 * `a,b`, is given the text before it is taken for a list of one.
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

/** The order in which members are tried: what fits the fewest texts first, a string last. */
function rank(plan: DecodingPlan): number {
  if (typeof plan === 'object') return 'literal' in plan ? 0 : 6;
  return { file: 0, null: 1, number: 2, bigint: 3, boolean: 4, date: 5, string: 7, any: 8 }[plan];
}

/** The plan of a value that has to fit both. */
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
 * What is left to do in JSON: dates, bigints, sets, and the way to them. A union keeps its members whole, since
 * they tell which of them a value is.
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
    // A key that is not named would be taken for one of the rest.
    const pruned = pruneForJson(value) ?? (rest && 'any');
    return pruned === undefined ? [] : [[key, pruned]];
  });
  return rest || kept.length > 0 ? { object: Object.fromEntries(kept), ...(rest && { rest }) } : undefined;
}

/**
 * Makes the plans of one API. Named schemas are planned in place; only one that contains itself gets a named plan
 * that others refer to.
 */
export class PlanRegistry {
  private readonly named = new Map<string, DecodingPlan>();
  private readonly registry: SchemaRegistry;
  private readonly nameOf: (schema: SchemaKey) => string;

  /** `nameOf` names what contains itself; schemas that are alike may have one name. */
  constructor(registry: SchemaRegistry, nameOf: (schema: SchemaKey) => string) {
    this.registry = registry;
    this.nameOf = nameOf;
  }

  /** The plan of a value as it travels; undefined when it is taken as it comes. */
  plan(shape: Shape, carrier: Carrier): DecodingPlan | undefined {
    const plan = planWhole(shape, (schema) => this.refer(schema, carrier));
    return carrier === 'json' ? pruneForJson(plan) : plan === 'any' ? undefined : plan;
  }

  /** The named plans that were needed, by name. */
  listNamed(): Readonly<Record<string, DecodingPlan>> {
    return Object.fromEntries([...this.named].sort(([left], [right]) => (left < right ? -1 : 1)));
  }

  private refer(schema: SchemaKey, carrier: Carrier): DecodingPlan {
    const shape = this.registry.shapeOf(schema, 'input');
    const planNow = () => planWhole(shape, (inner) => this.refer(inner, carrier));
    if (!this.containsItself(schema, shape)) return planNow();
    if (carrier === 'json' && !this.hasWork(shape)) return 'any';
    const name = `${this.nameOf(schema)}.${carrier}`;
    if (!this.named.has(name)) {
      this.named.set(name, 'any');
      this.named.set(name, planNow());
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

  /** Whether JSON cannot carry a part of a shape as it is. */
  private hasWork(shape: Shape): boolean {
    const parts = listShapesIn(shape, (inner) => this.registry.shapeOf(inner, 'input'));
    return parts.some(
      ({ part }) =>
        part.kind === 'set' || (part.kind === 'leaf' && (part.leaf === 'date' || part.leaf === 'bigint')),
    );
  }
}
