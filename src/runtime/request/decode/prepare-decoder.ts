import type { DecodingPlan, NamedPlans } from '../../../protocol/decoding-plan.js';
import type { Path } from '../input-path.js';
import {
  type Candidate,
  chooseCandidate,
  prepareNearest,
  prepareRank,
  rankCandidates,
  UNFIT,
} from './choose-candidate.js';
import {
  addTypeIssue,
  type Decoding,
  type DecodingIssue,
  type DecodingMode,
  descend,
  isObject,
  type SkippedMembers,
  type Step,
} from './decoding.js';
import { findTextReader, prepareLeaf, prepareLiteral } from './leaf-steps.js';

export interface Decoded {
  /** A copy in which everything that fits is decoded and the rest is unchanged. */
  readonly value: unknown;
  readonly issues: readonly DecodingIssue[];
  /** The paths at which a later member of a union may fit too, innermost first. */
  readonly choices: readonly Path[];
}

export type Decoder = (value: unknown, path?: Path, skipped?: SkippedMembers) => Decoded;

/**
 * The maximum number of members tried for one input in unions with several members that are not leaves: only those can
 * take more than linear time. Beyond it the rest is left unchanged, and the schema refuses it.
 */
const TRIALS_MAX = 10_000;

const NOTHING: readonly never[] = [];

/** Compiles `plan` once for many inputs. */
export function prepareDecoder(plan: DecodingPlan, mode: DecodingMode, plans: NamedPlans = {}): Decoder {
  // True of nearly every body, because JSON needs no decoding.
  if (plan === 'any') return (value) => ({ value, issues: NOTHING, choices: NOTHING });
  const decode = new Preparation(mode, plans).step(plan);
  return (value, path = [], skipped = []) => {
    const budget = { trials: TRIALS_MAX };
    const decoding: Decoding = { path: [...path], issues: [], isTrial: false, budget, choices: [], skipped };
    return { value: decode(value, decoding), issues: decoding.issues, choices: decoding.choices };
  };
}

/** Compiles plans to steps; a named plan only once, so that recursion ends. */
class Preparation {
  readonly #mode: DecodingMode;
  readonly #plans: NamedPlans;
  readonly #named = new Map<string, Step>();

  constructor(mode: DecodingMode, plans: NamedPlans) {
    this.#mode = mode;
    this.#plans = plans;
  }

  step(plan: DecodingPlan): Step {
    if (typeof plan === 'string') return prepareLeaf(plan, this.#mode);
    if ('literal' in plan) return prepareLiteral(plan.literal, this.#mode);
    if ('array' in plan) return this.#list(plan.array, 'array');
    if ('set' in plan) return this.#set(plan.set);
    if ('tuple' in plan) return this.#tuple(plan.tuple, plan.rest);
    if ('object' in plan) return this.#object(plan.object, plan.rest);
    if ('record' in plan) return this.#object({}, plan.record);
    if ('union' in plan) return this.#union(plan.union);
    if ('json' in plan) return new Preparation('json', this.#plans).step(plan.json);
    return this.#ref(plan.ref);
  }

  #ref(name: string): Step {
    const known = this.#named.get(name);
    if (known) return known;
    const plan = this.#plans[name];
    if (plan === undefined) throw new TypeError(`The route table has no plan "${name}".`);
    let step: Step | undefined;
    this.#named.set(name, (value, decoding) => (step as Step)(value, decoding));
    step = this.step(plan);
    return step;
  }

  #list(plan: DecodingPlan, expected: 'array' | 'set'): Step {
    const item = this.step(plan);
    return (value, decoding) => {
      const items = this.#items(value);
      if (!items) return this.#addTypeIssue(expected, value, decoding);
      return items.map((entry, index) => descend(index, entry, item, decoding));
    };
  }

  #set(plan: DecodingPlan): Step {
    const list = this.#list(plan, 'set');
    return (value, decoding) => {
      const items = list(value, decoding);
      return Array.isArray(items) ? new Set(items) : items;
    };
  }

  #tuple(members: readonly DecodingPlan[], rest: DecodingPlan | undefined): Step {
    const steps = members.map((member) => this.step(member));
    const restStep = rest === undefined ? undefined : this.step(rest);
    return (value, decoding) => {
      const items = this.#items(value);
      if (!items) return this.#addTypeIssue('array', value, decoding);
      return items.map((entry, index) => {
        const step = steps[index] ?? restStep;
        return step ? descend(index, entry, step, decoding) : entry;
      });
    };
  }

  #object(members: { readonly [key: string]: DecodingPlan }, rest: DecodingPlan | undefined): Step {
    const steps = new Map(Object.entries(members).map(([key, member]) => [key, this.step(member)]));
    const restStep = rest === undefined ? undefined : this.step(rest);
    return (value, decoding) => {
      // A query cannot distinguish an empty list from an empty object.
      if (this.#mode === 'text' && Array.isArray(value) && value.length === 0) return {};
      if (!isObject(value)) return this.#addTypeIssue('object', value, decoding);
      const copy: Record<string, unknown> = {};
      for (const key of Object.keys(value)) {
        const step = steps.get(key) ?? restStep;
        copy[key] = step ? descend(key, value[key], step, decoding) : value[key];
      }
      return copy;
    };
  }

  #union(members: readonly DecodingPlan[]): Step {
    const candidates = listMembers(members, this.#plans).map((plan) => this.#candidate(plan));
    const findNearest = prepareNearest(candidates);
    const known = candidates.filter(({ plan }) => plan !== 'any');
    // A schema that preprocesses a list may need the original text, unless a leaf such as null fits.
    const isAfterAny = ({ isLeaf }: Candidate) => members[0] === 'any' && !isLeaf;
    const ordered = [
      ...known.filter((candidate) => !isAfterAny(candidate)),
      ...candidates.filter(({ plan }) => plan === 'any'),
      ...known.filter(isAfterAny),
    ];
    return (value, decoding) => {
      const ranked = isObject(value) ? rankCandidates(candidates, value) : ordered;
      const decoded = chooseCandidate(ranked, value, decoding);
      if (decoded !== UNFIT) return decoded;
      if (decoding.isTrial) return addTypeIssue('union', value, decoding);
      // Nothing fits. The nearest member reports what is wrong; without one, the schema does.
      const nearest = findNearest(value, ranked);
      return nearest && decoding.budget.trials > 0 ? nearest(value, decoding) : value;
    };
  }

  #candidate(plan: DecodingPlan): Candidate {
    return {
      plan,
      isLeaf: typeof plan === 'string' || 'literal' in plan,
      step: this.step(plan),
      rank: prepareRank(plan, this.#mode, this.#plans),
      readText: this.#mode === 'text' ? findTextReader(plan) : undefined,
    };
  }

  /** In text, a single value is a list of one item. */
  #items(value: unknown): readonly unknown[] | undefined {
    if (Array.isArray(value)) return value;
    return this.#mode === 'text' && typeof value === 'string' ? [value] : undefined;
  }

  /** Reports a wrong shape. In JSON the schema refuses it anyway; in text a coercing schema might accept it. */
  #addTypeIssue(expected: string, value: unknown, decoding: Decoding): unknown {
    return this.#mode === 'text' || decoding.isTrial ? addTypeIssue(expected, value, decoding) : value;
  }
}

/** Lists the members of a union, including those of nested unions and of named plans, each name once. */
function listMembers(union: readonly DecodingPlan[], plans: NamedPlans): readonly DecodingPlan[] {
  return union.flatMap((member) => flatten(member, plans, new Set()));
}

function flatten(plan: DecodingPlan, plans: NamedPlans, seen: ReadonlySet<string>): readonly DecodingPlan[] {
  if (typeof plan === 'string') return [plan];
  if ('union' in plan) return plan.union.flatMap((member) => flatten(member, plans, seen));
  if (!('ref' in plan)) return [plan];
  const named = plans[plan.ref];
  if (named === undefined || seen.has(plan.ref)) return named === undefined ? [plan] : [];
  const members = flatten(named, plans, new Set([...seen, plan.ref]));
  return members.length === 1 && members[0] === named ? [plan] : members;
}

/** Throws a TypeError if `plan`, or a plan that it refers to, refers to a missing one. */
export function requirePlans(plan: DecodingPlan, plans: NamedPlans, known = new Set<string>()): void {
  const visit = (member: DecodingPlan) => requirePlans(member, plans, known);
  if (typeof plan === 'string' || 'literal' in plan) return;
  if ('ref' in plan) {
    if (known.has(plan.ref)) return;
    known.add(plan.ref);
    const named = plans[plan.ref];
    if (named === undefined) throw new TypeError(`The route table has no plan "${plan.ref}".`);
    visit(named);
  } else if ('array' in plan) visit(plan.array);
  else if ('set' in plan) visit(plan.set);
  else if ('record' in plan) visit(plan.record);
  else if ('json' in plan) visit(plan.json);
  else if ('union' in plan) plan.union.forEach(visit);
  else {
    ('tuple' in plan ? plan.tuple : Object.values(plan.object)).forEach(visit);
    if (plan.rest !== undefined) visit(plan.rest);
  }
}
