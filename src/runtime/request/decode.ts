import type { DecodingPlan, LeafPlan, NamedPlans } from '../../protocol/decoding-plan.js';
import { DECODE_TEXT, decodeBigint, type Literal, prepareLiterals } from './decode-text.js';
import { isSamePath, type Path } from './input-path.js';
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

export interface Decoded {
  /** A copy in which everything that fits is decoded and the rest stands as it came. */
  readonly value: unknown;
  readonly faults: readonly Fault[];
  /** Where a union's value may also be another member's. The innermost first. */
  readonly choices: readonly Path[];
}

/** How many fitting members of the unions at some paths are passed over. */
export type Passed = readonly { readonly path: Path; readonly count: number }[];

export type Decoder = (value: unknown, path?: Path, passed?: Passed) => Decoded;

/**
 * Members tried for one input, at most, where a union has several that are no leaves: only those can take longer than
 * the input is long. Beyond it the rest stays as it came, for the schema to refuse.
 */
const TRIALS = 10_000;

/** One decoding under way. */
interface Run {
  readonly path: (string | number)[];
  readonly faults: Fault[];
  /** Looks only whether the value fits: the first fault ends it, and what the schema would refuse counts too. */
  readonly isTrial: boolean;
  readonly budget: { trials: number };
  readonly choices: Path[];
  readonly passed: Passed;
}

type Step = (value: unknown, run: Run) => unknown;

/** What a text means to a leaf; undefined when it does not fit. */
type TextReader = (text: string) => unknown;

/** One member of a union. */
interface Candidate {
  readonly plan: DecodingPlan;
  readonly isLeaf: boolean;
  readonly step: Step;
  /** How far an object is from the member; see `#prepareRank`. */
  readonly rank: (value: Record<string, unknown>) => number;
  /** Reads a text without a trial, where the member is a leaf. */
  readonly readText: TextReader | undefined;
}

/** Prepares `plan` once for many inputs. */
export function prepareDecoder(plan: DecodingPlan, mode: DecodingMode, plans: NamedPlans = {}): Decoder {
  const decode = new Preparation(mode, plans).step(plan);
  return (value, path = [], passed = []) => {
    const budget = { trials: TRIALS };
    const run: Run = { path: [...path], faults: [], isTrial: false, budget, choices: [], passed };
    return { value: decode(value, run), faults: run.faults, choices: run.choices };
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
      // A query cannot tell a list with nothing in it from an object.
      if (this.#mode === 'text' && Array.isArray(value) && value.length === 0) return {};
      if (!isObject(value)) return this.#refuse('object', value, run);
      const copy: Record<string, unknown> = {};
      for (const key of Object.keys(value)) {
        const step = steps.get(key) ?? restStep;
        copy[key] = step ? descend(key, value[key], step, run) : value[key];
      }
      return copy;
    };
  }

  #union(members: readonly DecodingPlan[]): Step {
    const candidates = members
      .flatMap((member) => this.#flatten(member, new Set()))
      .map((plan) => this.#candidate(plan));
    const [only, ...others] = candidates.filter(({ plan }) => plan !== 'null');
    const nullable = others.length === 0 ? only?.step : undefined;
    const isAny = ({ plan }: Candidate) => plan === 'any';
    const anyLast = [...candidates.filter((candidate) => !isAny(candidate)), ...candidates.filter(isAny)];
    // What is preprocessed may want its text as it came.
    const ordered = members[0] === 'any' ? candidates : anyLast;
    return (value, run) => {
      const ranked = isObject(value) ? rankCandidates(candidates, value) : ordered;
      const decoded = chooseCandidate(ranked, value, run);
      if (decoded !== UNFIT) return decoded;
      if (run.isTrial) return refuse('union', value, run);
      // Nothing fits. What is wrong is told as the nearest member sees it; where none is nearest, by the schema.
      const nearest = nullable ?? (isObject(value) ? ranked[0]?.step : undefined);
      return nearest && run.budget.trials > 0 ? nearest(value, run) : value;
    };
  }

  #candidate(plan: DecodingPlan): Candidate {
    const readText = this.#mode === 'text' ? textReaderOf(plan) : undefined;
    const isLeaf = typeof plan === 'string' || 'literal' in plan;
    return { plan, isLeaf, step: this.step(plan), rank: this.#prepareRank(plan), readText };
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
   * How far an object is from a member at first sight, without looking inside: the keys that the member does not
   * know. Infinite when a discriminator says no, or when the member is no object.
   */
  #prepareRank(plan: DecodingPlan): (value: Record<string, unknown>) => number {
    const always = (rank: number) => () => rank;
    if (plan === 'any') return always(Number.MAX_SAFE_INTEGER);
    if (typeof plan === 'string' || 'literal' in plan) return always(Number.POSITIVE_INFINITY);
    if ('ref' in plan) return this.#prepareRank(this.#plans[plan.ref] ?? 'any');
    if (!('object' in plan)) return always('record' in plan ? 0 : Number.POSITIVE_INFINITY);
    const members = Object.entries(plan.object);
    const checks = new Map(members.map(([key, member]) => [key, this.#discriminator(member)]));
    const rest = plan.rest === undefined ? undefined : this.#discriminator(plan.rest);
    return (value) => {
      let unknownKeys = 0;
      for (const key of Object.keys(value)) {
        const fits = checks.get(key) ?? rest;
        if (fits === undefined) unknownKeys += 1;
        else if (!fits(value[key])) return Number.POSITIVE_INFINITY;
      }
      return unknownKeys;
    };
  }

  /** Whether a value can stand where `plan` is: a literal says no to all others, the rest of the plans to none. */
  #discriminator(plan: DecodingPlan): (value: unknown) => boolean {
    if (typeof plan === 'string' || !('literal' in plan)) return () => true;
    const { literal } = plan;
    if (this.#mode === 'json') return (value) => literal.includes(value as Literal);
    const read = prepareLiterals(literal);
    return (value) => typeof value === 'string' && read(value) !== undefined;
  }

  /** A wrong shape. JSON says it as it is and the schema refuses it; in text a coercing schema might take it. */
  #refuse(expected: string, value: unknown, run: Run): unknown {
    return this.#mode === 'text' || run.isTrial ? refuse(expected, value, run) : value;
  }
}

/** Stands for a value that is not of a member's kind. */
const UNFIT = Symbol('unfit');

/** The first member that fits, or a later one where so many are passed over; the last one that fits where there is none. */
function chooseCandidate(ranked: readonly Candidate[], value: unknown, run: Run): unknown {
  const isCharged = ranked.filter(({ isLeaf }) => !isLeaf).length > 1;
  let passed = countPassed(run.passed, run.path);
  let chosen: unknown = UNFIT;
  for (const candidate of ranked) {
    if (isCharged && run.budget.trials-- <= 0) break;
    const decoded = tryCandidate(candidate, value, run);
    if (decoded === UNFIT) continue;
    chosen = decoded;
    if (passed-- > 0) continue;
    if (candidate !== ranked.at(-1)) run.choices.push([...run.path]);
    break;
  }
  return chosen;
}

export function countPassed(passed: Passed, path: Path): number {
  return passed.find((one) => isSamePath(one.path, path))?.count ?? 0;
}

function tryCandidate({ step, readText }: Candidate, value: unknown, run: Run): unknown {
  if (readText && typeof value === 'string') {
    const read = readText(value);
    return read === undefined ? UNFIT : read;
  }
  // The path is given back as it was, and nobody reads the faults.
  const trial: Run = { ...run, faults: [], isTrial: true, choices: [] };
  const decoded = step(value, trial);
  if (trial.faults.length > 0) return UNFIT;
  run.choices.push(...trial.choices);
  return decoded;
}

/** The members that `value` may be, the nearest first. */
function rankCandidates(
  candidates: readonly Candidate[],
  value: Record<string, unknown>,
): readonly Candidate[] {
  return candidates
    .map((candidate) => ({ candidate, rank: candidate.rank(value) }))
    .filter(({ rank }) => rank < Number.POSITIVE_INFINITY)
    .sort((left, right) => left.rank - right.rank)
    .map(({ candidate }) => candidate);
}

function textReaderOf(plan: DecodingPlan): TextReader | undefined {
  if (plan === 'any') return (text) => text;
  if (typeof plan === 'string') return DECODE_TEXT[plan];
  return 'literal' in plan ? prepareLiterals(plan.literal) : undefined;
}

function textLeaf(plan: LeafPlan): Step {
  if (plan === 'any') return (value) => value;
  const read: TextReader = DECODE_TEXT[plan];
  return (value, run) => {
    const decoded = typeof value === 'string' ? read(value) : undefined;
    return decoded === undefined ? refuse(plan, value, run) : decoded;
  };
}

function textLiteral(literals: readonly Literal[]): Step {
  const read = prepareLiterals(literals);
  return (value, run) => {
    const decoded = typeof value === 'string' ? read(value) : undefined;
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
