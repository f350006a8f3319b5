/** Chooses the member of a union for a value. */
import type { DecodingPlan, NamedPlans } from '../../../protocol/decoding-plan.js';
import { type Literal, prepareLiterals } from '../decode-text.js';
import { isSamePath, type Path } from '../input-path.js';
import { type Decoding, type DecodingMode, isObject, type SkippedMembers, type Step } from './decoding.js';
import type { TextReader } from './leaf-steps.js';

/** One member of a union. */
export interface Candidate {
  readonly plan: DecodingPlan;
  readonly isLeaf: boolean;
  readonly step: Step;
  readonly rank: Rank;
  /** Reads a text without a trial, if the member is a leaf. */
  readonly readText: TextReader | undefined;
}

/** Returned for a value that does not fit a member. */
export const UNFIT = Symbol('unfit');

/**
 * Decodes the value with the first member that fits, or with a later one if members at this path are skipped; with
 * the last one that fits if there are not enough. Returns `UNFIT` if no member fits.
 */
export function chooseCandidate(ranked: readonly Candidate[], value: unknown, decoding: Decoding): unknown {
  const isCharged = ranked.filter(({ isLeaf }) => !isLeaf).length > 1;
  let skipped = countSkipped(decoding.skipped, decoding.path);
  let chosen: unknown = UNFIT;
  for (const candidate of ranked) {
    if (isCharged && decoding.budget.trials-- <= 0) break;
    const decoded = tryCandidate(candidate, value, decoding);
    if (decoded === UNFIT) continue;
    chosen = decoded;
    if (skipped-- > 0) continue;
    if (candidate !== ranked.at(-1)) decoding.choices.push([...decoding.path]);
    break;
  }
  return chosen;
}

/** The number of fitting members that are skipped at `path`. */
export function countSkipped(skipped: SkippedMembers, path: Path): number {
  return skipped.find((other) => isSamePath(other.path, path))?.count ?? 0;
}

/** Lists the members that `value` may match, nearest first. */
export function rankCandidates(
  candidates: readonly Candidate[],
  value: Record<string, unknown>,
): readonly Candidate[] {
  return candidates
    .map((candidate) => ({ candidate, rank: candidate.rank(value) }))
    .filter(({ rank }) => rank < Number.POSITIVE_INFINITY)
    .sort((left, right) => left.rank - right.rank)
    .map(({ candidate }) => candidate);
}

/**
 * Prepares the choice of the member that explains why a value fits none: the only one that is not null, the nearest
 * object, the only list. Undefined if no choice is clear: then the schema explains it.
 */
export function prepareNearest(
  candidates: readonly Candidate[],
): (value: unknown, ranked: readonly Candidate[]) => Step | undefined {
  const nullable = findOnly(candidates.filter(({ plan }) => plan !== 'null'));
  const list = findOnly(candidates.filter(({ plan }) => isList(plan)));
  return (value, ranked) => {
    if (nullable) return nullable;
    if (isObject(value)) return ranked[0]?.step;
    return Array.isArray(value) ? list : undefined;
  };
}

function findOnly([first, ...others]: readonly Candidate[]): Step | undefined {
  return others.length === 0 ? first?.step : undefined;
}

function isList(plan: DecodingPlan): boolean {
  return typeof plan === 'object' && ('array' in plan || 'set' in plan || 'tuple' in plan);
}

function tryCandidate({ step, readText }: Candidate, value: unknown, decoding: Decoding): unknown {
  if (readText && typeof value === 'string') {
    const read = readText(value);
    return read === undefined ? UNFIT : read;
  }
  // The trial restores the path, and its errors are not reported.
  const trial: Decoding = { ...decoding, issues: [], isTrial: true, choices: [] };
  const decoded = step(value, trial);
  if (trial.issues.length > 0) return UNFIT;
  decoding.choices.push(...trial.choices);
  return decoded;
}

/**
 * Estimates the distance between an object and a member of a union without looking into values: the number of keys
 * unknown to the member. Infinity if a discriminator does not match, or if the member is not an object.
 */
type Rank = (value: Record<string, unknown>) => number;

export function prepareRank(plan: DecodingPlan, mode: DecodingMode, plans: NamedPlans): Rank {
  const always = (rank: number) => () => rank;
  if (plan === 'any') return always(Number.MAX_SAFE_INTEGER);
  if (typeof plan === 'string' || 'literal' in plan) return always(Number.POSITIVE_INFINITY);
  if ('ref' in plan) return prepareRank(plans[plan.ref] ?? 'any', mode, plans);
  if (!('object' in plan)) return always('record' in plan ? 0 : Number.POSITIVE_INFINITY);
  const members = Object.entries(plan.object);
  const checks = new Map(members.map(([key, member]) => [key, prepareDiscriminator(member, mode)]));
  const rest = plan.rest === undefined ? undefined : prepareDiscriminator(plan.rest, mode);
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

/** Prepares the check of a value against a plan: only a literal rejects other values. */
function prepareDiscriminator(plan: DecodingPlan, mode: DecodingMode): (value: unknown) => boolean {
  if (typeof plan === 'string' || !('literal' in plan)) return () => true;
  const { literal } = plan;
  if (mode === 'json') return (value) => literal.includes(value as Literal);
  const read = prepareLiterals(literal);
  return (value) => typeof value === 'string' && read(value) !== undefined;
}
