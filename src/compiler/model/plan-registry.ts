import type { DecodingPlan } from '../../protocol/decoding-plan.js';
import type { SchemaKey, Shape } from '../schema/shape.js';
import { listReferredKeys, listShapesIn } from '../schema/walk-shape.js';
import { type Carrier, planDecoding, planWhole } from './plan-decoding.js';
import type { SchemaRegistry } from './schema-registry.js';

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

  plan(shape: Shape, carrier: Carrier): DecodingPlan | undefined {
    return planDecoding(shape, carrier, (schema) => this.refer(schema, carrier));
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
