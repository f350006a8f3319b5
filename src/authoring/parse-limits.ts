import type * as z from 'zod';
import {
  type Context,
  contextOf,
  countIssues,
  isOver,
  type MaybeAsync,
  openScope,
  openTrial,
  type Payload,
  type Run,
  type Scope,
} from './parse-scope.js';
import { Turns } from './turns.js';

/** Stands among the issues where checking stopped. It aborts what it is inside of, so nothing runs on unchecked values. */
export const STOPPED = 'procgen.stopped';

/** What there is to know about a schema whose errors are counted. */
export interface Counting {
  /** It is asynchronous itself, with nothing inside that is: it waits for its turn. */
  readonly takesTurns: boolean;
  /** It is a side of an intersection, where a key that it does not know may be no error. */
  readonly isSide: boolean;
}

/** Counts what a schema finds, and does not run it once there is enough. */
export function countErrors(run: Run, { takesTurns, isSide }: Counting): Run {
  const count = isSide ? countAllButKeys : countIssues;
  const runCounted = (payload: Payload, context: Context) => {
    const before = payload.issues.length;
    return follow(run(payload, context), ({ issues }) => count(context.scope, issues, before));
  };
  const runNext = takesTurns ? inTurn(runCounted) : runCounted;
  return (payload, zodContext) => {
    const context = contextOf(zodContext);
    // An error of what is absent may be dropped, so it counts when the object around it is done.
    if (payload.value === undefined) return run(payload, openScope(context));
    return isOver(context.scope) ? stop(payload, context.scope) : runNext(payload, context);
  };
}

function stop(payload: Payload, scope: Scope): Payload {
  if (!scope.isStopped) {
    scope.isStopped = true;
    payload.issues.push({ code: STOPPED, continue: false } as never);
  }
  return payload;
}

type RunInScope = (payload: Payload, context: Context) => MaybeAsync<Payload>;

function turnsOf({ scope: { parse } }: Context): Turns {
  parse.turns ??= new Turns();
  return parse.turns;
}

/** Waits where many are run already. */
function inTurn(run: RunInScope): RunInScope {
  const runNow: RunInScope = (payload, context) => {
    const turns = turnsOf(context);
    let result: MaybeAsync<Payload> | undefined;
    try {
      result = run(payload, context);
    } finally {
      if (!(result instanceof Promise)) turns.give();
    }
    return result instanceof Promise ? result.finally(() => turns.give()) : result;
  };
  return (payload, context) => {
    const { scope } = context;
    const turn = turnsOf(context).take();
    if (!turn) return runNow(payload, context);
    return turn.then(() => {
      if (!isOver(scope)) return runNow(payload, context);
      turnsOf(context).give();
      return stop(payload, scope);
    });
  };
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
  if (issues.length > start)
    countIssues(
      scope,
      issues.slice(start).filter((issue) => !isAboutKey(issue)),
      0,
    );
}

/** Whether an issue says that a side of an intersection does not take a key, which the other one may do. */
export function isAboutKey(issue: z.core.$ZodRawIssue): boolean {
  const { length } = issue.path ?? [];
  if (issue.code === 'unrecognized_keys') return length === 0;
  return issue.code === 'invalid_key' && issue.origin === 'record' && length === 1;
}

/** Runs what may fail without an error of the whole. */
export function tryOut(run: Run): Run {
  return (payload, context) => {
    const trial = openTrial(contextOf(context));
    return follow(run(payload, trial), ({ issues }) => {
      trial.scope.parse.trialErrorsLeft -= issues.length;
    });
  };
}

/** Runs a record, which counts the keys that are refused while it goes through them, and no longer when it is done. */
export function numberKeys(run: Run): Run {
  return (payload, zodContext) => {
    const context = contextOf(zodContext);
    const place = { position: 0, refusedKeys: 0 };
    return follow(run(payload, { ...context, place } as never), () => {
      context.scope.errorsLeft += place.refusedKeys;
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
    const { scope, place } = context;
    if (isOver(scope)) return payload;
    const { value } = payload;
    return follow(tried(payload, context as never), ({ issues }) => {
      const isTriedAgain = typeof value === 'string' && Number.isFinite(Number(value));
      if (issues.length === 0 || isTriedAgain) return;
      scope.errorsLeft -= 1;
      place.refusedKeys += 1;
    });
  };
}

/** Runs a `catch`, whose function may read the messages of the errors that it replaces. */
export function wordErrors(run: Run): Run {
  return (payload, context) => run(payload, { ...context, error: undefined } as never);
}

/** Runs a set, whose items are numbered from 0. */
export function numberItems(run: Run): Run {
  return (payload, context) => run(payload, { ...context, place: { position: 0, refusedKeys: 0 } } as never);
}

/** Runs what checks an item of a set. */
export function locateItem(run: Run): Run {
  return (payload, context) => {
    const position = contextOf(context).place.position++;
    return follow(run(payload, context), ({ issues }) => {
      for (const issue of issues) Object.assign(issue, { path: [position, ...(issue.path ?? [])] });
    });
  };
}
