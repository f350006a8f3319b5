import type { DecodingPlan } from '../../protocol/decoding-plan.js';
import { type Carrier, planDecoding, planWhole } from './plan-decoding.js';
import type { SchemaBook } from './schema-book.js';
import type { SchemaKey, Shape } from './shape.js';
import { walkShape } from './walk-shape.js';

/**
 * Makes the plans of one API. Named schemas are planned in place; only one that contains itself gets a named plan
 * that others refer to.
 */
export class PlanBook {
  private readonly named = new Map<string, DecodingPlan>();
  private readonly names = new Map<SchemaKey, string>();
  private readonly book: SchemaBook;
  private readonly nameOf: (schema: SchemaKey) => string;

  /** `nameOf` names what contains itself; two schemas may have one name. */
  constructor(book: SchemaBook, nameOf: (schema: SchemaKey) => string) {
    this.book = book;
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
    const shape = this.book.shapeOf(schema, 'input');
    const planNow = () => planWhole(shape, (inner) => this.refer(inner, carrier));
    if (!this.containsItself(schema, shape)) return planNow();
    if (carrier === 'json' && !this.hasWork(shape)) return 'any';
    const name = `${this.claimName(schema)}.${carrier}`;
    if (!this.named.has(name)) {
      this.named.set(name, 'any');
      this.named.set(name, planNow());
    }
    return { ref: name };
  }

  private claimName(schema: SchemaKey): string {
    const known = this.names.get(schema);
    if (known !== undefined) return known;
    const wish = this.nameOf(schema);
    const taken = new Set(this.names.values());
    let name = wish;
    for (let count = 2; taken.has(name); count++) name = `${wish}~${count}`;
    this.names.set(schema, name);
    return name;
  }

  private containsItself(schema: SchemaKey, shape: Shape): boolean {
    let isFound = false;
    walkShape(
      shape,
      (inner) => {
        if (inner === schema) isFound = true;
        return this.book.shapeOf(inner, 'input');
      },
      () => {},
    );
    return isFound;
  }

  private hasWork(shape: Shape): boolean {
    let isFound = false;
    walkShape(
      shape,
      (inner) => this.book.shapeOf(inner, 'input'),
      (part) => {
        if (
          part.kind === 'set' ||
          (part.kind === 'leaf' && (part.leaf === 'date' || part.leaf === 'bigint'))
        ) {
          isFound = true;
        }
      },
    );
    return isFound;
  }
}
