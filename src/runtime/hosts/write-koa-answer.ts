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

/** What puts the answer of a call where middleware around it sees it and can change it. */
export interface KoaAnswerWriter {
  /** Called at the beginning: the request's id and the headers of all answers are there at once. */
  begin(call: Call): void;
  /** Called when the call is over. Koa writes the answer when the middleware around it is done. */
  finish(call: Call, exchange: KoaExchange): void;
}

export function prepareKoaAnswer(app: Application): KoaAnswerWriter {
  const holdPlace = prepareHoldPlace(app.service.gate);
  return {
    begin: ({ answer, exchange }) => exchange.koa?.takeHeaders(answer.headers.splice(0)),
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
    // What has begun cannot become a failure any more; cut short it is at least not taken for whole.
    if (answer.isFailure && !res.writableEnded) res.destroy();
    answer.cancel();
    return;
  }
  if (answer.isFailure) for (const name of STALE_HEADERS) ctx.remove(name);
  if (!answer.isHosted && answer.body === null) {
    // Koa takes headers off with the body, and under a JSON type it would write "null".
    ctx.remove('Content-Type');
    ctx.body = null;
  }
  koa.takeHeaders(answer.headers);
  if (answer.isHosted) return;
  ctx.status = answer.status;
  res.setMaxListeners(LISTENERS_MAX);
  if (answer.body !== null) ctx.body = answer.body;
}
