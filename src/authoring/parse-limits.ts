import * as z from 'zod';
import { STOPPED } from '../definition/word-issue.js';
import {
  type Context,
  contextOf,
  countIssues,
  isFull,
  isOver,
  type MaybeAsync,
  openScope,
  openTrial,
  type Payload,
  type Run,
  type Scope,
} from './parse-scope.js';
import { Turns } from './turns.js';

/** What there is to know about a schema whose errors are counted. */
export interface Counting {
  /** It is asynchronous itself: only so many of it run at a time. */
  readonly takesTurns: boolean;
  /** It is a side of an intersection, where a key that it does not know may be no error. */
  readonly isSide: boolean;
}

/** Counts what a schema finds, and does not run it once there is enough. */
export function countErrors(run: Run, { takesTurns, isSide }: Counting): Run {
  const count = isSide ? countAllButKeys : countIssues;
  const settle = (result: Payload, start: number, context: Context): Payload => {
    const { scope } = context;
    if (isFull(scope) && forgetUncounted(result.issues, start, scope)) stop(result, context);
    if (scope.isStopped) keepOneStop(result.issues, start);
    count(scope, result.issues, start);
    return result;
  };
  const runCounted = (payload: Payload, context: Context) => {
    const start = payload.issues.length;
    const result = run(payload, context);
    if (result instanceof Promise) return result.then((settled) => settle(settled, start, context));
    if (context.async !== false) return settle(result, start, context);
    count(context.scope, result.issues, start);
    return result;
  };
  const runNext = takesTurns ? inTurn(runCounted) : runCounted;
  return (payload, zodContext) => {
    const context = contextOf(zodContext);
    // An error of what is absent may be dropped, so it counts when the object around it is done.
    if (payload.value === undefined) return runNext(payload, openScope(context));
    return isOver(context.scope) ? stop(payload, context) : runNext(payload, context);
  };
}

/**
 * Leaves a value unchecked. Of what is synchronous one issue will do: all that is around it is still to be finished. Of
 * what is not, each value needs one of its own, or what waited for it would go on with it.
 */
function stop(payload: Payload, { scope, async }: Context): Payload {
  if (!scope.isStopped || async !== false) payload.issues.push({ code: STOPPED, continue: false } as never);
  scope.isStopped = true;
  return payload;
}

/** Takes out the issues from `start` on that were not counted, and tells whether there were any. */
function forgetUncounted(issues: Payload['issues'], start: number, { counted }: Scope): boolean {
  const { length } = issues;
  keep(issues, start, (issue) => counted?.has(issue) === true);
  return issues.length < length;
}

function keepOneStop(issues: Payload['issues'], start: number): void {
  let isFirst = true;
  keep(issues, start, ({ code }) => {
    if ((code as string) !== STOPPED) return true;
    const isKept = isFirst;
    isFirst = false;
    return isKept;
  });
}

function keep(
  issues: Payload['issues'],
  start: number,
  isKept: (issue: z.core.$ZodRawIssue) => boolean,
): void {
  let end = start;
  for (const issue of issues.slice(start)) if (isKept(issue)) issues[end++] = issue;
  issues.length = end;
}

type RunInScope = (payload: Payload, context: Context) => MaybeAsync<Payload>;

/** Waits where many are run already. */
function inTurn(run: RunInScope): RunInScope {
  const runNow = (payload: Payload, context: Context, turns: Turns) => {
    let result: MaybeAsync<Payload> | undefined;
    try {
      result = run(payload, context);
    } finally {
      if (!(result instanceof Promise)) turns.give();
    }
    return result instanceof Promise ? result.finally(() => turns.give()) : result;
  };
  return (payload, context) => {
    const turns = findTurns(run, context);
    const turn = turns.take();
    if (!turn) return runNow(payload, context, turns);
    return turn.then(() => {
      if (!isOver(context.scope)) return runNow(payload, context, turns);
      turns.give();
      return stop(payload, context);
    });
  };
}

function findTurns(run: RunInScope, { scope }: Context): Turns {
  let owner = scope;
  while (!owner.isTrial && owner.parent) owner = owner.parent;
  owner.turns ??= new Map();
  const turns = owner.turns.get(run) ?? new Turns();
  owner.turns.set(run, turns);
  return turns;
}

/** Looks at a result once it is there. */
function follow(result: MaybeAsync<Payload>, look: (result: Payload) => void): MaybeAsync<Payload> {
  if (result instanceof Promise) {
    return result.then((settled) => {
      look(settled);
      return settled;
    });
  }
  look(result);
  return result;
}

function countAllButKeys(scope: Scope, issues: Payload['issues'], start: number): void {
  const certain = issues.slice(start).filter((issue) => !isAboutKey(issue));
  countIssues(scope, certain, 0);
}

/** Whether an issue says that a side of an intersection does not take a key, which the other one may do. */
export function isAboutKey(issue: z.core.$ZodRawIssue): boolean {
  const { length } = issue.path ?? [];
  if (issue.code === 'unrecognized_keys') return length === 0;
  return issue.code === 'invalid_key' && issue.origin === 'record' && length === 1;
}

/**
 * Runs what may fail without an error of the whole. A union that has found a member does not wait for those before it:
 * what they reject with then is nobody's, and must not end the process.
 */
export function tryOut(run: Run): Run {
  return (payload, context) => {
    const result = run(payload, openTrial(contextOf(context)));
    if (result instanceof Promise) result.catch(() => {});
    return result;
  };
}

/** Runs a record, which counts the keys that are refused while it goes through them, and no longer when it is done. */
export function numberKeys(run: Run): Run {
  return (payload, context) => {
    const progress = { count: 0 };
    return follow(run(payload, { ...context, progress } as never), () => {
      contextOf(context).scope.errorsLeft += progress.count;
    });
  };
}

/**
 * Runs what checks a key of a record: one error at most. A key that is a number is tried as a text first. Where checking
 * stops it stops at the value.
 */
export function checkKey(run: Run): Run {
  const tried = tryOut(run);
  return (payload, zodContext) => {
    const context = contextOf(zodContext);
    const { scope, progress } = context;
    if (isOver(scope)) return payload;
    const { value } = payload;
    return follow(tried(payload, context as never), ({ issues }) => {
      const isTriedAgain = typeof value === 'string' && z.core.regexes.number.test(value);
      if (issues.length === 0 || isTriedAgain) return;
      scope.errorsLeft -= 1;
      progress.count += 1;
    });
  };
}

/** Runs a `catch`, whose function may read the messages of the errors that it replaces. */
export function wordErrors(run: Run): Run {
  return (payload, context) => run(payload, { ...context, error: undefined } as never);
}

/** Runs a set, whose items are numbered from 0. */
export function numberItems(run: Run): Run {
  return (payload, context) => run(payload, { ...context, progress: { count: 0 } } as never);
}

/** Runs what checks an item of a set. */
export function locateItem(run: Run): Run {
  return (payload, context) => {
    const position = contextOf(context).progress.count++;
    return follow(run(payload, context), ({ issues }) => {
      for (const issue of issues) Object.assign(issue, { path: [position, ...(issue.path ?? [])] });
    });
  };
}
