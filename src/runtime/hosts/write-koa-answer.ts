import type Koa from 'koa';
import type { Application } from '../application.js';
import type { Call } from '../call/call.js';
import type { KoaHost } from '../exchange.js';
import type { Answer } from '../respond/answer.js';
import { STALE_HEADERS } from '../respond/fail.js';
import { closeUnread } from './close-unread.js';
import { prepareHoldPlace } from './hold-places.js';
import type { KoaExchange } from './koa-exchange.js';
import { LISTENERS_MAX } from './write-answer.js';

/** Puts the response of a call into Koa's context, where middleware around it can see and change it. */
export interface KoaAnswerWriter {
  /** Called at the start, so that the request's id and the headers of every response are set early. */
  begin(call: Call): void;
  /** Called when the call is over. Koa writes the response when the middleware around it has finished. */
  finish(call: Call, exchange: KoaExchange): void;
}

export function prepareKoaAnswer(app: Application): KoaAnswerWriter {
  const holdPlace = prepareHoldPlace(app.service.gate);
  return {
    begin: ({ answer, exchange }) => exchange.koa?.setHeaders(answer.headers.splice(0)),
    finish(call, exchange) {
      const { ctx, req, res } = exchange;
      try {
        closeUnread(req, call.answer, exchange.isStopped ? 0 : app.readBodyLimit());
        writeToKoa(ctx, exchange.koa, call.answer);
      } catch (error) {
        call.answer.cancel();
        throw error;
      } finally {
        holdPlace(call, res);
      }
    },
  };
}

function writeToKoa(ctx: Koa.Context, koa: KoaHost, answer: Answer): void {
  const { res } = ctx;
  if (res.headersSent || ctx.respond === false) {
    // A response that has begun cannot become a failure any more; cutting it off keeps it from passing for complete.
    if (answer.isFailure && !res.writableEnded) res.destroy();
    answer.cancel();
    return;
  }
  if (answer.isFailure) for (const name of STALE_HEADERS) ctx.remove(name);
  if (!answer.isHosted && answer.body === null) {
    // Koa removes headers along with the body, and would write "null" under a JSON type.
    ctx.remove('Content-Type');
    ctx.body = null;
  }
  koa.setHeaders(answer.headers);
  if (answer.isHosted) return;
  ctx.status = answer.status;
  res.setMaxListeners(LISTENERS_MAX);
  if (answer.body !== null) ctx.body = answer.body;
}
