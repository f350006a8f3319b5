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
import { ARRIVED, keepCall, NodeExchange } from './node-exchange.js';
import { watchResponse } from './watch-response.js';
import { writeAnswer } from './write-answer.js';

/** In Express and Connect, where `url` is what is left of the target. */
type Mounted = IncomingMessage & { readonly originalUrl?: string };

/** What `toNodeListener` makes: a function for Node's server, Express, Fastify or Connect. */
export interface NodeListener extends Listener {
  /** What is not the service's goes to `next`, and is a 404 without one. */
  (req: IncomingMessage, res: ServerResponse, next?: (error?: unknown) => void): void;
}

/**
 * The service as a listener for Node's server or an application on top of it, such as Express. Opening the store begins at
 * once; requests that come earlier wait. Throws a ConfigurationError for a setting that cannot be.
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
    keepCall(res, call);
    watchResponse(app.watch, exchange, res);
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

/** Prepares what writes the answer of a call, and gives its place in the overload gate back once that is written. */
function prepareFinish(app: Application): (call: Call, exchange: NodeExchange) => void {
  const holdPlace = prepareHoldPlace(app.service.gate);
  const logBroken = logBrokenAnswers(app.log);
  return (call, exchange) => {
    const { req, res } = exchange;
    try {
      closeUnread(req, call.answer, exchange.isStopped ? 0 : app.readBodyLimit());
      writeAnswer(res, call, logBroken);
    } catch (error) {
      // Somebody around the listener wraps the response; what is left of the answer cannot be taken for whole.
      logThrown(app.log, error, 'an answer could not be written', { requestId: call.requestId });
      res.destroy();
      call.answer.cancel();
    } finally {
      holdPlace(call, res);
    }
  };
}
