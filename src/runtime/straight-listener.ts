import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type Koa from 'koa';
import { MESSAGES } from '../protocol/messages.js';
import type { AccessLog } from './log-access.js';
import { logThrown } from './log-thrown.js';
import { refuseRequest } from './serve/refuse-request.js';
import { type OpenedKoa, prepareMakeKoa } from './service/begin-call.js';
import type { Service } from './service/create-service.js';
import { splitTarget } from './service/target.js';

/** As much of Koa as stands between its callback and its middleware. */
interface KoaInside {
  handleRequest(ctx: Koa.Context, run: () => Promise<void>): Promise<void>;
}

/** A Koa application, and what it answers requests with. */
export interface ThroughKoa {
  readonly app: Koa;
  readonly answer: RequestListener;
}

export interface StraightOptions {
  readonly service: Service;
  /** Writes the access log, where there is one. */
  readonly watch: AccessLog | undefined;
  /** Asked for with every request that is not the service's own, and where a handler wants Koa's context. */
  readonly koa: () => ThroughKoa;
}

/** A listener for Node's server that answers requests to the API around Koa, and leaves all others to it. */
export function createStraightListener({ service, watch, koa }: StraightOptions): RequestListener {
  const makeKoa = prepareMakeKoa((req, res) => openContext(koa().app, req, res));
  const options = { makeKoa, watch };
  return (req, res) => {
    const target = req.httpVersionMajor === 1 ? splitTarget(req.url ?? '') : undefined;
    if (target && service.edition.hasPath(target.path)) return service.serve({ req, res, target }, options);
    let answer: RequestListener;
    try {
      ({ answer } = koa());
    } catch (error) {
      // Its packages are read from a disk, which can fail at that moment.
      logThrown(service.log, error, 'Koa could not be loaded');
      return refuseRequest(req, res, 503, MESSAGES['status.503']);
    }
    return answer(req, res);
  };
}

/** A context for a request that is under way. Koa begins by saying 404, and writes what it holds in the end. */
function openContext(app: Koa, req: IncomingMessage, res: ServerResponse): OpenedKoa {
  const ctx = app.createContext(req, res);
  if (res.headersSent || res.writableEnded) return { ctx, respond: () => {} };
  let respond = () => {};
  const over = new Promise<void>((resolve) => {
    respond = resolve;
  });
  void (app as unknown as KoaInside).handleRequest(ctx, () => over);
  return { ctx, respond };
}
