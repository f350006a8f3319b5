import type Koa from 'koa';
import type { Logger } from '../../definition/context.js';
import { BuiltInError } from '../../protocol/built-in-error.js';
import { DEFAULT_BODY_LIMIT_BYTES } from '../request/read-body.js';
import { closeUnread } from '../respond/close-unread.js';
import { listHeaders, SECURITY_HEADERS } from '../respond/security-headers.js';
import { beginKoaCall, readKoaTarget } from './begin-call.js';
import type { Edition } from './create-edition.js';
import { reportFailure } from './report-failure.js';

const HEADERS = listHeaders(SECURITY_HEADERS);

/** What stands around everything that is not the API's: the same headers, and the same envelope for failures. */
export function answerOutside(log: Logger, edition: () => Edition): Koa.Middleware {
  return async (ctx, next) => {
    const { proxies, config } = edition();
    const call = beginKoaCall(ctx, readKoaTarget(ctx), { proxies, headers: HEADERS });
    try {
      if (ctx.originalUrl.includes('#')) throw new BuiltInError('BAD_REQUEST', 'input.path');
      await next();
      const isAnswered = ctx.respond === false || ctx.status !== 404 || ctx.body != null;
      if (!isAnswered) throw new BuiltInError('NOT_FOUND');
    } catch (thrown) {
      reportFailure(call, thrown, { log, onError: config.onError });
    } finally {
      closeUnread(ctx.req, call.answer, DEFAULT_BODY_LIMIT_BYTES);
    }
  };
}
