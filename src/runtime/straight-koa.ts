import type { IncomingMessage, ServerResponse } from 'node:http';
import Koa from 'koa';
import type { AccessLog } from './log-access.js';
import { type OpenedKoa, prepareMakeKoa, type StraightRequest } from './service/begin-call.js';
import type { Call } from './service/call.js';
import type { Service } from './service/create-service.js';
import { isApiPath, splitTarget } from './service/target.js';

/** As much of Koa as stands between its callback and its middleware. */
interface KoaInside {
  handleRequest(ctx: Koa.Context, run: () => Promise<void>): Promise<void>;
}

/**
 * A Koa application whose requests under `/api` do not pass through Koa, as long as what stands first in it is the
 * service's own `entry`: nobody sees them before the service does, so that nobody misses them. All others, and those
 * whose handler asks for Koa's context, are Koa's as ever.
 */
export class StraightKoa extends Koa {
  readonly #service: Service;
  readonly #entry: Koa.Middleware;
  readonly #watch: AccessLog | undefined;

  constructor(service: Service, entry: Koa.Middleware, watch: AccessLog | undefined) {
    super({ env: service.mode });
    this.#service = service;
    this.#entry = entry;
    this.#watch = watch;
    this.use(entry);
  }

  override callback(): ReturnType<Koa['callback']> {
    const throughKoa = super.callback();
    if (this.middleware[0] !== this.#entry) return throughKoa;
    const follow = this.#watch;
    const watch = follow && ((call: Call) => follow(call, () => call));
    const makeKoa = prepareMakeKoa((req, res) => this.#openKoa(req, res));
    const options = { makeKoa, watch };
    return (req, res) => {
      const target = req.httpVersionMajor === 1 ? splitTarget(req.url ?? '') : undefined;
      if (!target || !isApiPath(target.path)) return throughKoa(req, res);
      return this.#service.serve({ req, res, target } as StraightRequest, options);
    };
  }

  /** A context for a request that is under way. Koa begins by saying 404, and writes what it holds in the end. */
  #openKoa(req: IncomingMessage, res: ServerResponse): OpenedKoa {
    const ctx = this.createContext(req, res);
    if (res.headersSent || res.writableEnded) return { ctx, respond: () => {} };
    let respond = () => {};
    const over = new Promise<void>((resolve) => {
      respond = resolve;
    });
    void (this as unknown as KoaInside).handleRequest(ctx, () => over);
    return { ctx, respond };
  }
}
