import type Koa from 'koa';
import type { Logger } from '../../authoring/context.js';
import { BuiltInError } from '../../protocol/built-in-error.js';
import { DEFAULT_BODY_LIMIT_BYTES } from '../request/read-body.js';
import { closeUnread } from '../respond/close-unread.js';
import { SECURITY_HEADERS } from '../respond/security-headers.js';
import { beginCall } from './begin-call.js';
import type { Edition } from './create-edition.js';
import { reportFailure } from './report-failure.js';

/** What stands around everything that is not under `/api`: the same headers, and the same envelope for failures. */
export function answerOutside(log: Logger, edition: () => Edition): Koa.Middleware {
  return async (ctx, next) => {
    const { proxies, config } = edition();
    const call = beginCall(ctx, proxies);
    ctx.set(SECURITY_HEADERS);
    try {
      await next();
      const isAnswered = ctx.respond === false || ctx.status !== 404 || ctx.body != null;
      if (!isAnswered) throw new BuiltInError('NOT_FOUND');
    } catch (thrown) {
      reportFailure(ctx, thrown, { call, log, onError: config.onError });
    } finally {
      closeUnread(ctx, DEFAULT_BODY_LIMIT_BYTES);
    }
  };
}
