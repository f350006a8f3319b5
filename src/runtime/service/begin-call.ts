import type { IncomingMessage, ServerResponse } from 'node:http';
import type Koa from 'koa';
import type { ProxyTrust } from '../request/proxy-trust.js';
import { KoaAnswer } from '../respond/koa-answer.js';
import { readRequestId } from '../respond/request-id.js';
import { StraightAnswer } from '../respond/straight-answer.js';
import { Call, type MakeKoa } from './call.js';
import { showMatch } from './show-match.js';
import { splitTarget, type Target } from './target.js';

/** What every call begins with. */
export interface CallParts {
  readonly proxies: ProxyTrust;
  /** Of every answer, names and values by turns. */
  readonly headers: readonly string[];
}

/** What a request that Koa hands over is for: its host may have rewritten that. */
export function readKoaTarget({ req, request }: Koa.Context): Target {
  // Koa's own way is by name through three objects, and parses what a host may never ask for.
  return splitTarget(req.url ?? '') ?? request;
}

/** Begins the call of a request that Koa hands over: its id, and `headers`, are on the answer at once. */
export function beginKoaCall(ctx: Koa.Context, target: Target, { proxies, headers }: CallParts): Call {
  const { req, res, originalUrl: url } = ctx;
  const { path, querystring } = target;
  const requestId = readRequestId(req.headers['x-request-id']);
  const answer = new KoaAnswer(ctx);
  answer.add(['X-Request-Id', requestId, ...headers]);
  const address = proxies.readAddress(req);
  const method = req.method ?? '';
  return new Call({ req, res, method, path, querystring, url, requestId, address, koa: ctx }, answer);
}

/** Makes Koa answer a request from now on. */
export type OpenKoa = (req: IncomingMessage, res: ServerResponse) => OpenedKoa;

export interface OpenedKoa {
  readonly ctx: Koa.Context;
  /** Lets Koa write the answer that its context holds. */
  respond(): void;
}

/** A request that nobody but the service sees. */
export interface StraightRequest {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly target: Target;
}

/** Begins the call of a request that is answered straight to Node, or by Koa once somebody has asked for its context. */
export function beginStraightCall(
  { req, res, target }: StraightRequest,
  koa: MakeKoa,
  { proxies, headers }: CallParts,
): Call {
  const { path, querystring } = target;
  const { url = '', method = '' } = req;
  const requestId = readRequestId(req.headers['x-request-id']);
  const address = proxies.readAddress(req);
  const answer = new StraightAnswer(res, ['X-Request-Id', requestId, ...headers]);
  return new Call({ req, res, method, path, querystring, url, requestId, address, koa }, answer);
}

/** Prepares what makes the Koa context of a straight call, and moves its answer there. */
export function prepareMakeKoa(openKoa: OpenKoa): MakeKoa {
  return (call) => {
    const { ctx, respond } = openKoa(call.req, call.res);
    const moved = call.answer;
    call.answer = new KoaAnswer(ctx, respond);
    if (moved instanceof StraightAnswer) moved.moveTo(call.answer);
    if (call.match) showMatch(ctx, call.path, call.match);
    return ctx;
  };
}
