import type * as z from 'zod';
import type { Schema } from '../definition/schema.js';
import { leaveUnworded } from '../definition/word-issue.js';
import { LISTED_ERRORS_MAX } from '../protocol/refusal-limits.js';
import type { Turns } from './turns.js';

export type Run = Schema['_zod']['run'];
export type Payload = z.core.ParsePayload;
export type MaybeAsync<T> = T | Promise<T>;

/**
 * What stands or falls together: once a scope has one error it is sure to fail, so after many of them checking stops.
 * A parse is one; each member of a union in it, and whatever else may fail without the whole, is one of its own.
 */
export interface Scope {
  /** What this is a part of. Once that is over, nothing in here matters. */
  readonly parent: Scope | undefined;
  /** Whether its errors are those of a trial, of which a parse has only so many. */
  readonly isTrial: boolean;
  /** Errors until the limit: 0 or less once it is reached. */
  errorsLeft: number;
  /** Schemas that are still run after it, so that most refusals can say how many more errors there are. */
  checksLeft: number;
  /** Whether `STOPPED` stands among its issues. */
  isStopped: boolean;
  /** What ran when checking last stopped in an asynchronous parse: `STOPPED` stands among its issues. */
  stoppedIn: Payload | undefined;
  /** The issues that were counted in an asynchronous parse. */
  counted: Set<z.core.$ZodRawIssue> | undefined;
  /**
   * By what is run: the turns of a schema that is asynchronous. Each trial has its own: a union takes the first member that
   * answers at once, so none may wait for what does not belong to it.
   */
  turns: Map<object, Turns> | undefined;
  readonly parse: ParseState;
}

/** What all scopes of a parse share. */
interface ParseState {
  /** Errors that may still be found in trials. */
  trialErrorsLeft: number;
  /** What an asynchronous parse is running at this moment, the innermost; undefined while it goes on after a wait. */
  running: Payload | undefined;
}

/** What zod hands to every schema of a parse. */
export type Context = Omit<z.core.ParseContextInternal, 'abortEarly'> & {
  readonly scope: Scope;
  /** Read by zod, from 4.6 on: whether a list or an object is left alone after its first error. */
  readonly abortEarly: boolean;
  /** Of the innermost set the items so far, of the innermost record the keys that were refused. */
  readonly progress: { count: number };
};

const CHECKS_AFTER_LIMIT = 500;
const TRIAL_ERRORS_MAX = 300;
/** Where zod notes that the compiled form did not take a value: cheaper where the context has the place from the start. */
const FALLBACK = Symbol.for('zod.compile.fallback');

export function createParseContext(async: boolean | undefined): Context {
  const scope: Scope = {
    parent: undefined,
    isTrial: false,
    errorsLeft: LISTED_ERRORS_MAX,
    checksLeft: CHECKS_AFTER_LIMIT,
    isStopped: false,
    stoppedIn: undefined,
    counted: undefined,
    turns: undefined,
    parse: { trialErrorsLeft: TRIAL_ERRORS_MAX, running: undefined },
  };
  // Not a copy with something added: each of those has a life until the next full collection, in V8.
  return {
    async,
    // zod finishes issues that stand inside of others; what they are worded by must not be lost with that.
    reportInput: true,
    error: leaveUnworded,
    scope,
    abortEarly: false,
    progress: NONE,
    [FALLBACK]: false,
  } as Context;
}

/** The context as it is here. Compiled schemas and some checks run what is in them with an empty one. */
export function contextOf(context: z.core.ParseContextInternal): Context {
  return 'scope' in context ? (context as Context) : createParseContext(context.async);
}

const NONE = { count: 0 };

/** The context of a scope inside of the one that there is. */
export function openScope(context: Context, isTrial = false): Context {
  const { scope: parent } = context;
  const { parse } = parent;
  return {
    ...context,
    scope: {
      parent,
      isTrial,
      errorsLeft: LISTED_ERRORS_MAX,
      checksLeft: 0,
      isStopped: false,
      stoppedIn: undefined,
      counted: undefined,
      turns: undefined,
      parse,
    },
  };
}

/**
 * The same for a trial. Where many errors were found in trials before, the first one is enough to know that it fails,
 * and zod leaves the rest of a list alone.
 */
export function openTrial(context: Context): Context {
  return { ...openScope(context, true), abortEarly: context.scope.parse.trialErrorsLeft <= 0 };
}

/** Whether enough errors were found, also of what is run after the limit. */
export function isOver(scope: Scope): boolean {
  for (let at: Scope | undefined = scope; at; at = at.parent) {
    if (isSpent(at) && at.checksLeft-- <= 0) return true;
  }
  return false;
}

/** Whether no more errors are told of what was run before that, and waited. */
export function isFull(scope: Scope): boolean {
  const isOwn = scope.errorsLeft <= 0 && scope.checksLeft <= 0;
  return isOwn || (scope.parent !== undefined && isFull(scope.parent));
}

function isSpent({ errorsLeft, isTrial, parse }: Scope): boolean {
  return errorsLeft <= 0 || (isTrial && errorsLeft < LISTED_ERRORS_MAX && parse.trialErrorsLeft <= 0);
}

/** Counts new errors. Beyond the limit each takes the place of a check, but for the first, whose check was counted before. */
export function addErrors(scope: Scope, found: number): void {
  if (found <= 0) return;
  scope.errorsLeft -= found;
  if (scope.isTrial) scope.parse.trialErrorsLeft -= found;
  if (scope.errorsLeft <= 0 && found > 1) scope.checksLeft -= found - 1;
}

/** Counts the issues that were not counted before: each counts once, however many schemas hand it on. */
export function countNew(scope: Scope, issues: Payload['issues']): number {
  scope.counted ??= new Set();
  const before = scope.counted.size;
  for (const issue of issues) scope.counted.add(issue);
  return scope.counted.size - before;
}
