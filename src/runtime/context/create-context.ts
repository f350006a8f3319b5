import type Koa from 'koa';
import type { Context, Logger, RequestView } from '../../authoring/context.js';
import type { Keyring } from '../../keys/keyring.js';
import { type Call, callOf } from '../service/call.js';
import { createRequestLog } from './create-request-log.js';
import { originOf } from './origin-of.js';
import type { Translations } from './translate.js';

/** What every context of one edition shares. */
export interface ContextParts {
  readonly log: Logger;
  readonly translations: Translations;
  readonly keyring: () => Keyring;
}

/** The context of the request's handler and middlewares, the application's own part not yet in it. */
export function createContext(ctx: Koa.Context, parts: ContextParts): Context {
  const call = callOf(ctx);
  const { requestId, locale, controller, principal, apiKey } = call;
  return {
    user: principal?.user ?? null,
    apiKey,
    apiKeys: parts.keyring().from(originOf(call)).apiKeys,
    t: parts.translations(locale),
    locale,
    log: createRequestLog(parts.log, { requestId, procedure: call.route?.name ?? '' }),
    requestId,
    signal: controller.signal,
    request: viewRequest(ctx, call),
    response: { status: undefined, headers: {} },
    koa: ctx,
  };
}

/** The request as procedures and an `authenticate` of the application see it. */
export function viewRequest(ctx: Koa.Context, call: Call): RequestView {
  return { headers: ctx.req.headers, ip: call.address, method: ctx.method, url: ctx.originalUrl };
}
