import type { IncomingMessage, ServerResponse } from 'node:http';
import type Koa from 'koa';
import type { ProxyTrust } from '../request/proxy-trust.js';
import { KoaAnswer } from '../respond/koa-answer.js';
import { readRequestId } from '../respond/request-id.js';
import { StraightAnswer } from '../respond/straight-answer.js';
import { Call, setCall } from './call.js';
import { showMatch } from './show-match.js';

/** Begins the call of a request that Koa hands over: its id, and `headers`, are on the answer at once. */
export function beginKoaCall(ctx: Koa.Context, proxies: ProxyTrust, headers: readonly string[]): Call {
  const { req, res, method, path, querystring, originalUrl: url } = ctx;
  const requestId = readRequestId(req.headers['x-request-id']);
  const answer = new KoaAnswer(ctx);
  answer.add(['X-Request-Id', requestId, ...headers]);
  const address = proxies.readAddress(req);
  const call = new Call({ req, res, method, path, querystring, url, requestId, address, koa: ctx }, answer);
  setCall(ctx, call);
  return call;
}

/** Makes Koa answer a request from now on. */
export type OpenKoa = (req: IncomingMessage, res: ServerResponse) => OpenedKoa;

export interface OpenedKoa {
  readonly ctx: Koa.Context;
  /** Lets Koa write the answer that its context holds. */
  respond(): void;
}

export interface StraightCall {
  readonly call: Call;
  /** Writes the answer: straight to Node, or, where somebody asked for Koa's context, through Koa. */
  finish(): void;
}

/** Begins the call of a request that nobody but the service sees. Its target begins with a slash and has no fragment. */
export function beginStraightCall(
  req: IncomingMessage,
  res: ServerResponse,
  { proxies, headers, openKoa }: { proxies: ProxyTrust; headers: readonly string[]; openKoa: OpenKoa },
): StraightCall {
  const { url = '', method = '' } = req;
  const mark = url.indexOf('?');
  const path = mark < 0 ? url : url.slice(0, mark);
  const querystring = mark < 0 ? '' : url.slice(mark + 1);
  const requestId = readRequestId(req.headers['x-request-id']);
  const address = proxies.readAddress(req);
  const answer = new StraightAnswer(res, ['X-Request-Id', requestId, ...headers]);
  let opened: OpenedKoa | undefined;
  const koa = (call: Call) => {
    opened = openKoa(req, res);
    call.answer = new KoaAnswer(opened.ctx);
    answer.moveTo(call.answer);
    setCall(opened.ctx, call);
    if (call.match) showMatch(opened.ctx, call.match);
    return opened.ctx;
  };
  return {
    call: new Call({ req, res, method, path, querystring, url, requestId, address, koa }, answer),
    finish: () => (opened ? opened.respond() : answer.write()),
  };
}
