import type Koa from 'koa';
import { wordInEnglish } from '../../protocol/messages.js';
import { ProcedureError } from '../../protocol/procedure-error.js';
import type { ProxyTrust } from '../request/proxy-trust.js';
import { readRequestId } from '../respond/request-id.js';
import { type Call, setCall } from './call.js';
import { CALLER_GONE } from './report-failure.js';

/** Begins a request: its id on the answer, and a signal that is aborted when the caller goes away. */
export function beginCall(ctx: Koa.Context, proxies: ProxyTrust): Call {
  const call: Call = {
    requestId: readRequestId(ctx.req.headers['x-request-id']),
    controller: new AbortController(),
    address: proxies.readAddress(ctx.req),
    route: null,
    principal: null,
    apiKey: null,
    locale: 'en',
    word: wordInEnglish,
    body: undefined,
    input: undefined,
    outcome: null,
  };
  setCall(ctx, call);
  ctx.set('X-Request-Id', call.requestId);
  ctx.res.once('close', () => {
    if (ctx.res.writableFinished) return;
    call.controller.abort(new ProcedureError(CALLER_GONE, 'The caller went away.'));
  });
  return call;
}
