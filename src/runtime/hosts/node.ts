import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Config } from '../../definition/config.js';
import { type Application, createApplication } from '../application.js';
import type { Call } from '../call/call.js';
import { logThrown } from '../describe-thrown.js';
import type { RouteTable } from '../route-table.js';
import type { RuntimeOptions } from '../runtime-options.js';
import type { Listener } from './app.js';
import { closeUnread } from './close-unread.js';
import { closeWithConnection } from './close-with-connection.js';
import { prepareHoldPlace } from './hold-places.js';
import { createHosting } from './hosting.js';
import { logBrokenAnswers } from './log-broken-answers.js';
import { ARRIVED, attachCall, NodeExchange } from './node-exchange.js';
import { watchResponse } from './watch-response.js';
import { writeAnswer } from './write-answer.js';

/** A request of Express or Connect, which strip the mount path from `url`. */
type Mounted = IncomingMessage & { readonly originalUrl?: string };

/** A function for Node's server, Express, Fastify or Connect, created by `toNodeListener`. */
export interface NodeListener extends Listener {
  /** Passes requests outside the service to `next`, or answers them with a 404 if there is none. */
  (req: IncomingMessage, res: ServerResponse, next?: (error?: unknown) => void): void;
}

/**
 * Creates the service as a listener for Node's server or a framework on top of it, such as Express. Opening the store
 * begins at once; requests that come earlier wait. Throws a ConfigurationError for an invalid setting.
 */
export function toNodeListener(
  routes: RouteTable,
  config: Config = {},
  options: RuntimeOptions = {},
): NodeListener {
  const app = createApplication(routes, config, options);
  const finish = prepareFinish(app);

  function listen(req: IncomingMessage, res: ServerResponse, next?: () => void): void {
    const exchange = new NodeExchange(req, res, (req as Mounted).originalUrl);
    const known = app.begin(exchange);
    if (!known && next) {
      next();
      return;
    }
    const call = known ?? app.beginUnknown(exchange);
    attachCall(res, call);
    watchResponse(app.accessLog, exchange, res);
    if (res.socket === null) closeWithConnection(res);
    if (exchange.isArriving) void ARRIVED.then(() => answer(call, exchange));
    else answer(call, exchange);
  }

  function answer(call: Call, exchange: NodeExchange): void {
    const answering = app.answer(call);
    if (answering) void answering.then(() => finish(call, exchange));
    else finish(call, exchange);
  }

  const { ready, close, keyring, replaceRoutes, beginDrain } = app;
  const hosting = createHosting(app);
  return Object.assign(listen, {
    ready,
    close,
    keyring,
    replaceRoutes,
    beginDrain,
    hosting,
    callback: () => listen,
  });
}

/** Prepares the function that writes the response of a call and then gives its place in the overload gate back. */
function prepareFinish(app: Application): (call: Call, exchange: NodeExchange) => void {
  const holdPlace = prepareHoldPlace(app.service.gate);
  const logBroken = logBrokenAnswers(app.log);
  return (call, exchange) => {
    const { req, res } = exchange;
    try {
      closeUnread(req, call.answer, exchange.isStopped ? 0 : app.readBodyLimit());
      writeAnswer(res, call, logBroken);
    } catch (error) {
      // Code around the listener wraps the response and threw. What was written must not pass for a complete response.
      logThrown(app.log, error, 'a response could not be written', { requestId: call.requestId });
      res.destroy();
      call.answer.cancel();
    } finally {
      holdPlace(call, res);
    }
  };
}
