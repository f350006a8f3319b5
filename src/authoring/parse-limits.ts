import * as z from 'zod';
import { STOPPED } from '../definition/format-issue.js';
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
  Semaphore,
} from './parse-scope.js';

export interface Counting {
  /** Whether a semaphore limits its concurrent parses. */
  readonly isLimited: boolean;
  /** Whether it is a side of an intersection, where an unknown key may be valid. */
  readonly isSide: boolean;
}

/** Counts the errors of a schema, and skips it once the limit is reached. */
export function countErrors(run: Run, { isLimited, isSide }: Counting): Run {
  // Inner schemas have already counted their errors, so only the difference is added.
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
    if (isFull(scope) && removeUncounted(issues, start, scope)) addStop(issues, scope);
    if (scope.isStopped) keepOneStop(issues, start);
    addErrors(scope, countNew(scope, isSide ? listCertain(issues, start) : issues.slice(start)));
  };
  const runLater = (payload: Payload, context: Context): MaybeAsync<Payload> => {
    const { parse } = context.scope;
    const start = payload.issues.length;
    const outer = parse.running;
    parse.running = payload;
    try {
      return tap(run(payload, context), (result) => settle(result, start, context));
    } finally {
      parse.running = outer;
    }
  };
  const runNext = isLimited ? withPermit(runLater) : runLater;
  return (payload, zodContext) => {
    const context = contextOf(zodContext);
    const isAbsent = payload.value === undefined;
    if (!isAbsent && isOver(context.scope)) return stop(payload, context);
    // Errors of an absent value may be dropped, so they count when the enclosing object is done.
    const own = isAbsent ? openScope(context) : context;
    return own.async === false ? runAtOnce(payload, own) : runNext(payload, own);
  };
}

/**
 * Leaves a value unchecked and adds a `STOPPED` issue. A synchronous parse needs one, because enclosing schemas see it. An
 * asynchronous parse needs one per value, or whoever awaits the value would continue with it, but only one per running
 * schema.
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

/** Removes the uncounted issues from `start` on and returns whether there were any. */
function removeUncounted(issues: Payload['issues'], start: number, { counted }: Scope): boolean {
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

/** Runs with a permit of the schema's semaphore. */
function withPermit(run: RunInScope): RunInScope {
  const runNow = (payload: Payload, context: Context, semaphore: Semaphore) => {
    let result: MaybeAsync<Payload> | undefined;
    try {
      result = run(payload, context);
    } finally {
      if (!(result instanceof Promise)) semaphore.release();
    }
    return result instanceof Promise ? result.finally(() => semaphore.release()) : result;
  };
  return (payload, context) => {
    const semaphore = findSemaphore(run, context);
    const permit = semaphore.acquire();
    if (!permit) return runNow(payload, context, semaphore);
    return permit.then(() => {
      if (!isOver(context.scope)) return runNow(payload, context, semaphore);
      semaphore.release();
      return stop(payload, context);
    });
  };
}

function findSemaphore(run: RunInScope, { scope }: Context): Semaphore {
  let owner = scope;
  while (!owner.isTrial && owner.parent) owner = owner.parent;
  owner.semaphores ??= new Map();
  const semaphore = owner.semaphores.get(run) ?? new Semaphore();
  owner.semaphores.set(run, semaphore);
  return semaphore;
}

/** Calls `look` with a result, at once or when it resolves. */
function tap(result: MaybeAsync<Payload>, onResult: (result: Payload) => void): MaybeAsync<Payload> {
  if (result instanceof Promise) {
    return result.then((settled) => {
      onResult(settled);
      return settled;
    });
  }
  onResult(result);
  return result;
}

function listCertain(issues: Payload['issues'], start: number): Payload['issues'] {
  return issues.slice(start).filter((issue) => !isAboutKey(issue));
}

/** Whether an issue is of an unknown key, which the other side of an intersection may accept. */
export function isAboutKey(issue: z.core.$ZodRawIssue): boolean {
  const { length } = issue.path ?? [];
  if (issue.code === 'unrecognized_keys') return length === 0;
  return issue.code === 'invalid_key' && issue.origin === 'record' && length === 1;
}

/**
 * Runs a schema whose errors do not fail the whole parse. A union that has found a matching member does not await
 * earlier ones, so this handles their rejections.
 */
export function runAsTrial(run: Run): Run {
  return (payload, context) => {
    const result = run(payload, openTrial(contextOf(context)));
    if (result instanceof Promise) result.catch(() => {});
    return result;
  };
}

/** Runs a record. Its rejected keys count while it runs; afterwards its own errors replace them. */
export function countKeyErrors(run: Run): Run {
  return (payload, context) => {
    const progress = { count: 0 };
    return tap(run(payload, { ...context, progress } as never), () => {
      contextOf(context).scope.errorsLeft += progress.count;
    });
  };
}

/** Runs the schema of a record's key, which counts one error at most. zod tries a numeric key as a string first. */
export function checkKey(run: Run): Run {
  const tried = runAsTrial(run);
  return (payload, zodContext) => {
    const context = contextOf(zodContext);
    const { scope, progress } = context;
    if (isOver(scope)) return payload;
    const { value } = payload;
    return tap(tried(payload, context as never), ({ issues }) => {
      const isTriedAgain = typeof value === 'string' && z.core.regexes.number.test(value);
      if (issues.length === 0 || isTriedAgain) return;
      scope.errorsLeft -= 1;
      progress.count += 1;
    });
  };
}

/** Runs a `catch` whose function may read messages, which are otherwise deferred. */
export function withMessages(run: Run): Run {
  return (payload, context) => run(payload, { ...context, error: undefined } as never);
}

/** Runs a set and numbers its items from 0. */
export function numberItems(run: Run): Run {
  return (payload, context) => run(payload, { ...context, progress: { count: 0 } } as never);
}

/** Runs the schema of a set's items and adds the index to the paths of issues. */
export function locateItem(run: Run): Run {
  return (payload, context) => {
    const position = contextOf(context).progress.count++;
    return tap(run(payload, context), ({ issues }) => {
      for (const issue of issues) Object.assign(issue, { path: [position, ...(issue.path ?? [])] });
    });
  };
}
