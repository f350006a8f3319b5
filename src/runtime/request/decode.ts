import type { DecodingPlan, LeafPlan, NamedPlans } from '../../protocol/decoding-plan.js';
import { DECODE_TEXT, decodeBigint, decodeLiteral } from './decode-text.js';
import { parseDate } from './parse-date.js';

/** Text: every leaf is a string, from the path or the query. JSON: a parsed body. */
export type DecodingMode = 'text' | 'json';

/** A value that does not fit its plan, in the form of a zod issue. */
export type Fault =
  | { readonly code: 'invalid_type'; readonly expected: string; readonly input: unknown; readonly path: Path }
  | {
      readonly code: 'invalid_value';
      readonly values: readonly unknown[];
      readonly input: unknown;
      readonly path: Path;
    };

type Path = readonly (string | number)[];

export interface Decoded {
  /** A copy in which everything that fits is decoded and the rest stands as it came. */
  readonly value: unknown;
  readonly faults: readonly Fault[];
}

export type Decoder = (value: unknown, path?: Path) => Decoded;

/** Members of unions tried for one input, at most. Beyond it the rest stays as it came, for the schema to refuse. */
const TRIALS = 10_000;

/** One decoding under way. */
interface Run {
  readonly path: (string | number)[];
  readonly faults: Fault[];
  /** Looks only whether the value fits: the first fault ends it, and what the schema would refuse counts too. */
  readonly isTrial: boolean;
  readonly budget: { trials: number };
}

type Step = (value: unknown, run: Run) => unknown;

/** Prepares `plan` once for many inputs. */
export function prepareDecoder(plan: DecodingPlan, mode: DecodingMode, plans: NamedPlans = {}): Decoder {
  const decode = new Preparation(mode, plans).step(plan);
  return (value, path = []) => {
    const run: Run = { path: [...path], faults: [], isTrial: false, budget: { trials: TRIALS } };
    return { value: decode(value, run), faults: run.faults };
  };
}

/** Turns plans into functions; named plans once each, so that recursion ends. */
class Preparation {
  readonly #mode: DecodingMode;
  readonly #plans: NamedPlans;
  readonly #named = new Map<string, Step>();

  constructor(mode: DecodingMode, plans: NamedPlans) {
    this.#mode = mode;
    this.#plans = plans;
  }

  step(plan: DecodingPlan): Step {
    if (typeof plan === 'string') return this.#mode === 'text' ? textLeaf(plan) : jsonLeaf(plan);
    if ('literal' in plan)
      return this.#mode === 'text' ? textLiteral(plan.literal) : jsonLiteral(plan.literal);
    if ('array' in plan) return this.#list(this.step(plan.array), 'array');
    if ('set' in plan) {
      const list = this.#list(this.step(plan.set), 'set');
      return (value, run) => {
        const items = list(value, run);
        return Array.isArray(items) ? new Set(items) : items;
      };
    }
    if ('tuple' in plan) return this.#tuple(plan.tuple, plan.rest);
    if ('object' in plan) return this.#object(plan.object, plan.rest);
    if ('record' in plan) return this.#object({}, plan.record);
    if ('union' in plan) return this.#union(plan.union);
    return this.#ref(plan.ref);
  }

  #ref(name: string): Step {
    const known = this.#named.get(name);
    if (known) return known;
    const plan = this.#plans[name];
    if (plan === undefined) throw new TypeError(`The route table has no plan "${name}".`);
    let step: Step | undefined;
    this.#named.set(name, (value, run) => (step as Step)(value, run));
    step = this.step(plan);
    return step;
  }

  /** In text a single value is a list of one. */
  #items(value: unknown): readonly unknown[] | undefined {
    if (Array.isArray(value)) return value;
    return this.#mode === 'text' && typeof value === 'string' ? [value] : undefined;
  }

  #list(item: Step, expected: string): Step {
    return (value, run) => {
      const items = this.#items(value);
      if (!items) return this.#refuse(expected, value, run);
      return items.map((entry, index) => descend(index, entry, item, run));
    };
  }

  #tuple(members: readonly DecodingPlan[], rest: DecodingPlan | undefined): Step {
    const steps = members.map((member) => this.step(member));
    const restStep = rest === undefined ? undefined : this.step(rest);
    return (value, run) => {
      const items = this.#items(value);
      if (!items) return this.#refuse('array', value, run);
      return items.map((entry, index) => {
        const step = steps[index] ?? restStep;
        return step ? descend(index, entry, step, run) : entry;
      });
    };
  }

  #object(members: { readonly [key: string]: DecodingPlan }, rest: DecodingPlan | undefined): Step {
    const steps = new Map(Object.entries(members).map(([key, member]) => [key, this.step(member)]));
    const restStep = rest === undefined ? undefined : this.step(rest);
    return (value, run) => {
      if (!isObject(value)) return this.#refuse('object', value, run);
      const copy: Record<string, unknown> = {};
      for (const [key, entry] of Object.entries(value)) {
        const step = steps.get(key) ?? restStep;
        copy[key] = step ? descend(key, entry, step, run) : entry;
      }
      return copy;
    };
  }

  #union(members: readonly DecodingPlan[]): Step {
    const flat = members.flatMap((member) => this.#flatten(member, new Set()));
    const candidates = flat.map((plan) => ({ plan, step: this.step(plan) }));
    const [only, ...others] = candidates.filter(({ plan }) => plan !== 'null');
    const nullable = others.length === 0 ? only?.step : undefined;
    return (value, run) => {
      const ranked = candidates
        .map(({ plan, step }) => ({ step, rank: this.#rank(plan, value) }))
        .filter(({ rank }) => rank < Number.POSITIVE_INFINITY)
        .sort((left, right) => left.rank - right.rank);
      for (const { step } of ranked) {
        if (run.budget.trials-- <= 0) break;
        const trial: Run = { path: [...run.path], faults: [], isTrial: true, budget: run.budget };
        const decoded = step(value, trial);
        if (trial.faults.length === 0) return decoded;
      }
      if (run.isTrial) return refuse('union', value, run);
      // Nothing fits. What is wrong is told as the nearest member sees it; where none is nearest, by the schema.
      const nearest = nullable ?? (isObject(value) ? ranked[0]?.step : undefined);
      return nearest && run.budget.trials > 0 ? nearest(value, run) : value;
    };
  }

  /** The members of unions within unions, and of the names they stand behind. */
  #flatten(plan: DecodingPlan, seen: ReadonlySet<string>): readonly DecodingPlan[] {
    if (typeof plan === 'string') return [plan];
    if ('union' in plan) return plan.union.flatMap((member) => this.#flatten(member, seen));
    if (!('ref' in plan)) return [plan];
    const named = this.#plans[plan.ref];
    if (named === undefined || seen.has(plan.ref)) return named === undefined ? [plan] : [];
    const members = this.#flatten(named, new Set([...seen, plan.ref]));
    return members.length === 1 && members[0] === named ? [plan] : members;
  }

  /**
   * How far `value` is from a member at first sight, without looking inside: the keys that the member does not
   * know. Infinite when a discriminator says no, or when the one is an object and the other is not.
   */
  #rank(plan: DecodingPlan, value: unknown): number {
    if (plan === 'any') return Number.MAX_SAFE_INTEGER;
    if (!isObject(value)) return 0;
    if (typeof plan === 'string' || 'literal' in plan) return Number.POSITIVE_INFINITY;
    if ('ref' in plan) return this.#rank(this.#plans[plan.ref] ?? 'any', value);
    if (!('object' in plan)) return 'record' in plan ? 0 : Number.POSITIVE_INFINITY;
    let unknownKeys = 0;
    for (const [key, entry] of Object.entries(value)) {
      const member = Object.hasOwn(plan.object, key) ? plan.object[key] : plan.rest;
      if (member === undefined) unknownKeys += 1;
      else if (typeof member === 'object' && 'literal' in member && !this.#isLiteral(entry, member.literal))
        return Number.POSITIVE_INFINITY;
    }
    return unknownKeys;
  }

  #isLiteral(value: unknown, literals: readonly unknown[]): boolean {
    if (this.#mode === 'json') return literals.includes(value);
    return typeof value === 'string' && decodeLiteral(value, literals as never) !== undefined;
  }

  /** A wrong shape. JSON says it as it is and the schema refuses it; in text a coercing schema might take it. */
  #refuse(expected: string, value: unknown, run: Run): unknown {
    return this.#mode === 'text' || run.isTrial ? refuse(expected, value, run) : value;
  }
}

function textLeaf(plan: LeafPlan): Step {
  if (plan === 'any') return (value) => value;
  const decode: (text: string) => unknown = DECODE_TEXT[plan];
  return (value, run) => {
    const decoded = typeof value === 'string' ? decode(value) : undefined;
    return decoded === undefined ? refuse(plan, value, run) : decoded;
  };
}

function textLiteral(literals: readonly (string | number | boolean | null)[]): Step {
  return (value, run) => {
    const decoded = typeof value === 'string' ? decodeLiteral(value, literals) : undefined;
    if (decoded !== undefined) return decoded;
    run.faults.push({ code: 'invalid_value', values: literals, input: value, path: [...run.path] });
    return value;
  };
}

/** Dates and bigints travel as strings and as nothing else; of the other leaves JSON says itself what they are. */
function jsonLeaf(plan: LeafPlan): Step {
  if (plan === 'any') return (value) => value;
  if (plan === 'date' || plan === 'bigint') {
    const decode: (text: string) => unknown = plan === 'date' ? parseDate : decodeBigint;
    return (value, run) => {
      const decoded = typeof value === 'string' ? decode(value) : undefined;
      return decoded === undefined ? refuse(plan, value, run) : decoded;
    };
  }
  return (value, run) => {
    if (run.isTrial && (plan === 'null' ? value !== null : typeof value !== plan)) refuse(plan, value, run);
    return value;
  };
}

function jsonLiteral(literals: readonly unknown[]): Step {
  return (value, run) => {
    if (run.isTrial && !literals.includes(value)) refuse('literal', value, run);
    return value;
  };
}

function descend(key: string | number, value: unknown, step: Step, run: Run): unknown {
  if (run.isTrial && run.faults.length > 0) return value;
  run.path.push(key);
  const decoded = step(value, run);
  run.path.pop();
  return decoded;
}

function refuse(expected: string, value: unknown, run: Run): unknown {
  run.faults.push({ code: 'invalid_type', expected, input: value, path: [...run.path] });
  return value;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
