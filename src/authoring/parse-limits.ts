import * as z from 'zod';
import { STOPPED } from '../definition/word-issue.js';
import {
  addErrors,
  type Context,
  contextOf,
  countNew,
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
  // The schemas inside have counted their errors by then, and hand on no more than those.
  const runAtOnce = (payload: Payload, context: Context): Payload => {
    const { scope } = context;
    const start = payload.issues.length;
    const left = scope.errorsLeft;
    const result = run(payload, context) as Payload;
    const { issues } = result;
    if (issues.length > start) {
      const found = isSide ? listCertain(issues, start).length : issues.length - start;
      addErrors(scope, found - (left - scope.errorsLeft));
    }
    return result;
  };
  const settle = (result: Payload, start: number, context: Context): void => {
    const { issues } = result;
    if (issues.length === start) return;
    const { scope } = context;
    if (isFull(scope) && forgetUncounted(issues, start, scope)) addStop(issues, scope);
    if (scope.isStopped) keepOneStop(issues, start);
    addErrors(scope, countNew(scope, isSide ? listCertain(issues, start) : issues.slice(start)));
  };
  const runLater = (payload: Payload, context: Context): MaybeAsync<Payload> => {
    const { parse } = context.scope;
    const start = payload.issues.length;
    const outer = parse.running;
    parse.running = payload;
    try {
      return follow(run(payload, context), (result) => settle(result, start, context));
    } finally {
      parse.running = outer;
    }
  };
  const runNext = takesTurns ? inTurn(runLater) : runLater;
  return (payload, zodContext) => {
    const context = contextOf(zodContext);
    const isAbsent = payload.value === undefined;
    if (!isAbsent && isOver(context.scope)) return stop(payload, context);
    // An error of what is absent may be dropped, so it counts when the object around it is done.
    const own = isAbsent ? openScope(context) : context;
    return own.async === false ? runAtOnce(payload, own) : runNext(payload, own);
  };
}

/**
 * Leaves a value unchecked. One issue is enough for a synchronous parse: all that is around the value is still to be
 * finished. In an asynchronous one each value needs its own, or what waits for it would go on with it; but a schema that is
 * running is handed an issue at once, and needs no second one.
 */
function stop(payload: Payload, { scope, async }: Context): Payload {
  const { running } = scope.parse;
  const isKnown = async === false ? scope.isStopped : running !== undefined && running === scope.stoppedIn;
  if (!isKnown) addStop(payload.issues, scope);
  scope.stoppedIn = running;
  return payload;
}

function addStop(issues: Payload['issues'], scope: Scope): void {
  issues.push({ code: STOPPED, continue: false } as never);
  scope.isStopped = true;
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

function listCertain(issues: Payload['issues'], start: number): Payload['issues'] {
  return issues.slice(start).filter((issue) => !isAboutKey(issue));
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
