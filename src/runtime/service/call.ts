import type Koa from 'koa';
import type { Principal } from '../../authoring/config.js';
import type { KeyRecord } from '../../keys/api-keys.js';
import type { Word } from '../respond/fail.js';
import type { Route } from '../route-table.js';
import type { Outcome } from './outcome.js';

/** What one request gathers on its way from guard to guard. */
export interface Call {
  readonly requestId: string;
  readonly controller: AbortController;
  /** The caller's address, without the clothing of IPv6. */
  readonly address: string;
  route: Route | null;
  principal: Principal | null;
  apiKey: KeyRecord | null;
  /** The language of the answer. */
  locale: string;
  /** Says the package's own messages in that language. */
  word: Word;
  /** The body's value as it was sent, before anything is decoded. */
  body: unknown;
  input: unknown;
  /** What the procedure comes to, also once it has outlasted its time; null before it runs. */
  outcome: Promise<Outcome | null> | null;
}

const CALL = Symbol('procgen.call');

/** Keeps `call` where the guards of its request find it. */
export function setCall(ctx: Koa.Context, call: Call): void {
  (ctx as { [CALL]?: Call })[CALL] = call;
}

/** The request's call, if it has got so far. */
export function findCall(ctx: Koa.Context): Call | undefined {
  return (ctx as { [CALL]?: Call })[CALL];
}

/** The request's call. Every handler of the route table runs inside one. */
export function callOf(ctx: Koa.Context): Call {
  const call = findCall(ctx);
  if (!call)
    throw new TypeError('A route was reached around the router: mount it with `app.use(router.routes())`.');
  return call;
}
