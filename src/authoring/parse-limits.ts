import type * as z from 'zod';
import { LISTED_ERRORS_MAX } from '../protocol/refusal-limits.js';
import type { Schema } from './schema.js';
import { leaveUnworded } from './word-issue.js';

/** How far one parse goes on after errors. zod hands it to every schema with the parse context, of which it is a part. */
export interface ParseLimits {
  /** Errors until the limit: 0 or less once it is reached. */
  errorsLeft: number;
  /** Schemas that are still run after it, so that most refusals can say how many more errors there are. */
  checksLeft: number;
  /** Errors that may still be found where they do not count by themselves, such as in the members of a union. */
  trialErrorsLeft: number;
  isStopped: boolean;
  /** Read by zod, from 4.6 on: whether a list or an object is left alone after its first error. */
  abortEarly: boolean;
  /** The position of the item that is being checked in the innermost set. */
  position: number;
}

export type Run = Schema['_zod']['run'];
type Payload = z.core.ParsePayload;
type Context = Omit<z.core.ParseContextInternal, 'abortEarly'> & ParseLimits;

const CHECKS_AFTER_LIMIT = 500;
const TRIAL_ERRORS_MAX = 300;
/** Names of unknown keys that two sides of an intersection compare, each with each. */
const COMPARED_KEYS_MAX = 2_000;

/** Stands among the issues where checking stopped. It aborts what it is inside of, so nothing runs on unchecked values. */
export const STOPPED = 'procgen.stopped';

/** Where zod notes that the compiled form did not take a value: cheaper where the context has the place from the start. */
const FALLBACK = Symbol.for('zod.compile.fallback');

/** The context of one parse. Not a copy with something added: each of those has a life until the next full collection, in V8. */
export function createParseContext(async: boolean): Context {
  return {
    async,
    // zod finishes issues that stand inside of others; what they are worded by must not be lost with that.
    reportInput: true,
    error: leaveUnworded,
    errorsLeft: LISTED_ERRORS_MAX,
    checksLeft: CHECKS_AFTER_LIMIT,
    trialErrorsLeft: TRIAL_ERRORS_MAX,
    isStopped: false,
    abortEarly: false,
    position: 0,
    [FALLBACK]: false,
  } as Context;
}

/**
 * Counts what a schema finds, and does not run it once there is enough. Promises are not counted: when the first one
 * settles zod has begun with all that it checks.
 */
export function countErrors(run: Run): Run {
  return (payload, context) => {
    const limits = context as Context;
    const { errorsLeft } = limits;
    // An error of what is absent may be dropped, so it counts when the object around it is done.
    const isAbsent = payload.value === undefined;
    if (errorsLeft <= 0 && !isAbsent && limits.checksLeft-- <= 0) return stop(payload, limits);
    const before = payload.issues.length;
    const result = run(payload, context);
    if (result instanceof Promise) return result;
    limits.errorsLeft = isAbsent ? errorsLeft : errorsLeft - (result.issues.length - before);
    return result;
  };
}

function stop(payload: Payload, limits: ParseLimits): Payload {
  if (!limits.isStopped) {
    limits.isStopped = true;
    payload.issues.push({ code: STOPPED, continue: false } as never);
  }
  return payload;
}

/**
 * Runs what may fail without an error of the whole, with a limit of its own. Where many such errors were found before,
 * the first one is enough to know that it fails, and zod leaves the rest of a list alone.
 */
export function tryOut(run: Run): Run {
  return (payload, context) => tryWithin(run, payload, context as Context);
}

function tryWithin(run: Run, payload: Payload, limits: Context): z.core.util.MaybeAsync<Payload> {
  const { errorsLeft, checksLeft, isStopped, abortEarly } = limits;
  limits.errorsLeft = Math.max(1, Math.min(LISTED_ERRORS_MAX, limits.trialErrorsLeft));
  limits.checksLeft = 0;
  limits.isStopped = false;
  limits.abortEarly = limits.trialErrorsLeft <= 0;
  const result = run(payload, limits);
  if (!(result instanceof Promise)) limits.trialErrorsLeft -= result.issues.length;
  limits.errorsLeft = errorsLeft;
  limits.checksLeft = checksLeft;
  limits.isStopped = isStopped;
  limits.abortEarly = abortEarly;
  return result;
}

/**
 * Runs what checks a key of a record: one error at most. A key that is a number is tried as a text first. Where checking
 * stops it stops at the value.
 */
export function checkKey(run: Run): Run {
  return (payload, context) => {
    const limits = context as Context;
    if (limits.errorsLeft <= 0 && limits.checksLeft-- <= 0) return payload;
    const { value } = payload;
    const result = tryWithin(run, payload, limits);
    if (result instanceof Promise || result.issues.length === 0) return result;
    const isTriedAgain = typeof value === 'string' && Number.isFinite(Number(value));
    if (!isTriedAgain) limits.errorsLeft -= 1;
    return result;
  };
}

/**
 * Runs a side of an intersection. A key that one side does not know is no error where the other one does: if nothing
 * else was found when checking stopped, the side is run again without a limit.
 */
export function checkSide(run: Run): Run {
  return (payload, context) => {
    const limits = context as Context;
    const { value } = payload;
    const result = tryWithin(run, payload, limits);
    if (result instanceof Promise) return result;
    const isStopped = result.issues.some(({ code }) => (code as string) === STOPPED);
    if (isStopped && result.issues.every(isAboutKeys)) {
      const { errorsLeft, abortEarly } = limits;
      Object.assign(limits, { errorsLeft: Number.POSITIVE_INFINITY, abortEarly: false });
      const whole = run({ value, issues: [] }, context);
      Object.assign(limits, { errorsLeft, abortEarly });
      return whole;
    }
    for (const issue of result.issues) {
      if (issue.code === 'unrecognized_keys') {
        Object.assign(issue, { keys: issue.keys.slice(0, COMPARED_KEYS_MAX) });
      }
    }
    return result;
  };
}

function isAboutKeys({ code, path = [] }: z.core.$ZodRawIssue): boolean {
  if ((code as string) === STOPPED) return true;
  return (code === 'unrecognized_keys' && path.length === 0) || (code === 'invalid_key' && path.length === 1);
}

/** Runs a `catch`, whose function may read the messages of the errors that it replaces. */
export function wordErrors(run: Run): Run {
  return (payload, context) => {
    const { error } = context;
    (context as { error?: unknown }).error = undefined;
    const result = run(payload, context);
    (context as { error?: unknown }).error = error;
    return result;
  };
}

/** Runs a set, whose items are numbered from 0. */
export function numberItems(run: Run): Run {
  return (payload, context) => {
    const limits = context as Context;
    const { position } = limits;
    limits.position = 0;
    const result = run(payload, context);
    limits.position = position;
    return result;
  };
}

/** Runs what checks an item of a set. */
export function locateItem(run: Run): Run {
  return (payload, context) => {
    const position = (context as Context).position++;
    const result = run(payload, context);
    return result instanceof Promise
      ? result.then((settled) => prefix(settled, position))
      : prefix(result, position);
  };
}

function prefix(result: Payload, position: number): Payload {
  for (const issue of result.issues) Object.assign(issue, { path: [position, ...(issue.path ?? [])] });
  return result;
}
