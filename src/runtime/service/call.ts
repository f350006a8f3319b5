import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Layer } from '@koa/router';
import type Koa from 'koa';
import type { Principal } from '../../definition/config.js';
import type { KeyRecord } from '../../keys/api-keys.js';
import { wordInEnglish } from '../../protocol/messages.js';
import { ProcedureError } from '../../protocol/procedure-error.js';
import type { Gate } from '../overload/create-gate.js';
import type { Answer } from '../respond/answer.js';
import type { Word } from '../respond/word.js';
import type { Route } from '../route-table.js';
import type { Outcome } from './outcome.js';
import type { Entry, Match } from './route-index.js';

/** What a call begins with. */
export interface CallStart {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  /** As the host of the router sees it, who may have rewritten it; so the path, with the prefix `/api`. */
  readonly method: string;
  readonly path: string;
  /** Without its question mark. */
  readonly querystring: string;
  /** The target as it was sent. */
  readonly url: string;
  readonly requestId: string;
  /** The caller's address, without the clothing of IPv6. */
  readonly address: string;
  /** Koa's context, or what makes one. */
  readonly koa: Koa.Context | MakeKoa;
}

/** What is found, with its form in the router. */
export interface Layered extends Entry {
  readonly layer: Layer;
}

export type MakeKoa = (call: Call) => Koa.Context;

/** What one request gathers on its way from guard to guard. */
export class Call {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly method: string;
  readonly path: string;
  readonly querystring: string;
  readonly url: string;
  readonly requestId: string;
  readonly address: string;
  answer: Answer;
  route: Route | null = null;
  /** What was found for the method and the path. */
  match: Match<Layered> | null = null;
  principal: Principal | null = null;
  apiKey: KeyRecord | null = null;
  /** The language of the answer. */
  locale = 'en';
  /** Says the package's own messages in that language. */
  word: Word = wordInEnglish;
  /** The body's value as it was sent, before anything is decoded. */
  body: unknown = undefined;
  input: unknown = undefined;
  /** What the procedure comes to, also once it has outlasted its time; null before it runs. */
  outcome: Outcome | null | Promise<Outcome | null> = null;
  /** The overload gate while the call holds a place in it; null while it waits for its caller, or was not admitted. */
  gate: Gate | null = null;
  #koa: Koa.Context | MakeKoa;
  #controller: AbortController | undefined;

  constructor(start: CallStart, answer: Answer) {
    this.req = start.req;
    this.res = start.res;
    this.method = start.method;
    this.path = start.path;
    this.querystring = start.querystring;
    this.url = start.url;
    this.requestId = start.requestId;
    this.address = start.address;
    this.answer = answer;
    this.#koa = start.koa;
    (start.res as { [CALL]?: Call })[CALL] = this;
  }

  /**
   * Aborts when the caller goes away or the time is up. Made when it is first asked for: most handlers never do, and
   * its signal costs as much as a guard.
   */
  get controller(): AbortController {
    this.#controller ??= this.#createController();
    return this.#controller;
  }

  /** Aborts what is told of it, now or as soon as it asks. */
  abort(reason: unknown): void {
    this.controller.abort(reason);
  }

  /** Gives the place in the overload gate back, if the call holds one. */
  leaveGate(): void {
    const { gate } = this;
    this.gate = null;
    gate?.leave();
  }

  /** Koa's context, made now where there is none yet: from then on the call is answered through Koa. */
  get koa(): Koa.Context {
    if (typeof this.#koa === 'function') this.#koa = this.#koa(this);
    return this.#koa;
  }

  /** Koa's context where there is one already. */
  get openedKoa(): Koa.Context | null {
    return typeof this.#koa === 'function' ? null : this.#koa;
  }

  /** What the path has where the route has parameters, as it was sent. */
  get captures(): readonly string[] {
    return this.match?.captures ?? [];
  }

  #createController(): AbortController {
    const controller = new AbortController();
    const end = () => {
      if (this.res.writableFinished) return;
      controller.abort(new ProcedureError(CALLER_GONE, 'The caller went away.'));
    };
    if (this.res.closed) end();
    else this.res.on('close', end);
    return controller;
  }
}

export const CALLER_GONE = 'CLIENT_CLOSED_REQUEST';

const CALL = Symbol('procgen.call');

/** The call that is answered with `res`, if the request has got so far. */
export function findCall(res: ServerResponse): Call | undefined {
  return (res as { [CALL]?: Call })[CALL];
}

/** The request's call. Every layer of the router runs inside one. */
export function callOf({ res }: Pick<Koa.Context, 'res'>): Call {
  const call = findCall(res);
  if (!call)
    throw new TypeError('A route was reached around the router: mount it with `app.use(router.routes())`.');
  return call;
}
