import type * as z from 'zod';
import { deferMessage } from '../definition/format-issue.js';
import type { Schema } from '../definition/schema.js';
import { LISTED_ERRORS_MAX } from '../protocol/refusal-limits.js';

export type Run = Schema['_zod']['run'];
export type Payload = z.core.ParsePayload;
export type MaybeAsync<T> = T | Promise<T>;

/**
 * A part of a parse that fails as a whole: after one error it is certain to fail, so checking may stop after many. The
 * whole parse is a scope, and so is each part that may fail on its own, such as a member of a union.
 */
export interface Scope {
  /** The enclosing scope; once it is over, this one is too. */
  readonly parent: Scope | undefined;
  /** Whether its errors count towards the parse's limit for trials. */
  readonly isTrial: boolean;
  /** Errors until the limit; 0 or less once it is reached. */
  errorsLeft: number;
  /** How many schemas still run after the limit, so that most rejections can state how many more errors there are. */
  checksLeft: number;
  /** Whether its issues include `STOPPED`. */
  isStopped: boolean;
  /** The payload at which checking last stopped in an asynchronous parse; its issues include `STOPPED`. */
  stoppedIn: Payload | undefined;
  /** The issues already counted in an asynchronous parse. */
  counted: Set<z.core.$ZodRawIssue> | undefined;
  /**
   * The semaphores of asynchronous schemas, by their run. Each trial has its own semaphores: a union takes the first
   * member that succeeds synchronously, so no member may wait for another.
   */
  semaphores: Map<object, Semaphore> | undefined;
  readonly parse: ParseState;
}

/** The state that all scopes of a parse share. */
interface ParseState {
  /** Errors that may still be found in trials. */
  trialErrorsLeft: number;
  /** The innermost payload that an asynchronous parse is running synchronously; undefined after an `await`. */
  running: Payload | undefined;
}

/** The context that zod passes to every schema of a parse. */
export type Context = Omit<z.core.ParseContextInternal, 'abortEarly'> & {
  readonly scope: Scope;
  /** Read by zod from 4.6 on: whether arrays and objects stop at their first error. */
  readonly abortEarly: boolean;
  /** Counts the items of the innermost set, or the rejected keys of the innermost record. */
  readonly progress: { count: number };
};

const CHECKS_AFTER_LIMIT = 500;
const TRIAL_ERRORS_MAX = 300;
/** The key under which zod records that its compiled form failed. Presetting it is cheaper than adding it later. */
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
    semaphores: undefined,
    parse: { trialErrorsLeft: TRIAL_ERRORS_MAX, running: undefined },
  };
  return {
    async,
    // zod finalizes nested issues; their input must survive, because messages are formatted later.
    reportInput: true,
    error: deferMessage,
    scope,
    abortEarly: false,
    progress: NONE,
    [FALLBACK]: false,
  } as Context;
}

/** The context with its scope. Compiled schemas and some checks run inner schemas with an empty context. */
export function contextOf(context: z.core.ParseContextInternal): Context {
  return 'scope' in context ? (context as Context) : createParseContext(context.async);
}

const NONE = { count: 0 };

/** Returns a context with a new scope inside the current one. */
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
      semaphores: undefined,
      parse,
    },
  };
}

/** Returns a context with a new scope for a trial. After many trial errors, zod stops at the first error of a list. */
export function openTrial(context: Context): Context {
  return { ...openScope(context, true), abortEarly: context.scope.parse.trialErrorsLeft <= 0 };
}

/** Whether checking stops: a scope has reached its limit and used its further checks. */
export function isOver(scope: Scope): boolean {
  for (let at: Scope | undefined = scope; at; at = at.parent) {
    if (isSpent(at) && at.checksLeft-- <= 0) return true;
  }
  return false;
}

/** Whether errors of schemas that started before the stop no longer count. */
export function isFull(scope: Scope): boolean {
  const isOwn = scope.errorsLeft <= 0 && scope.checksLeft <= 0;
  return isOwn || (scope.parent !== undefined && isFull(scope.parent));
}

function isSpent({ errorsLeft, isTrial, parse }: Scope): boolean {
  return errorsLeft <= 0 || (isTrial && errorsLeft < LISTED_ERRORS_MAX && parse.trialErrorsLeft <= 0);
}

/** Counts new errors. Beyond the limit each uses up a check, except the first, whose check is already counted. */
export function addErrors(scope: Scope, found: number): void {
  if (found <= 0) return;
  scope.errorsLeft -= found;
  if (scope.isTrial) scope.parse.trialErrorsLeft -= found;
  if (scope.errorsLeft <= 0 && found > 1) scope.checksLeft -= found - 1;
}

/** Counts the new issues among `issues`; each counts once, however many schemas pass it on. */
export function countNew(scope: Scope, issues: Payload['issues']): number {
  scope.counted ??= new Set();
  const before = scope.counted.size;
  for (const issue of issues) scope.counted.add(issue);
  return scope.counted.size - before;
}

const PERMITS = 100;

/** Allows 100 holders at a time; further ones wait in FIFO order. */
export class Semaphore {
  #free = PERMITS;
  readonly #waiting: (() => void)[] = [];
  #next = 0;

  /** Takes a permit at once, or returns a promise of one. */
  acquire(): Promise<void> | undefined {
    if (this.#free === 0) return new Promise((resolve) => this.#waiting.push(resolve));
    this.#free -= 1;
    return undefined;
  }

  release(): void {
    const resolve = this.#waiting[this.#next];
    if (!resolve) {
      this.#free += 1;
      return;
    }
    this.#next += 1;
    resolve();
  }
}
