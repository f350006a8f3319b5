import Router from '@koa/router';
import Koa from 'koa';
import type { Config } from '../../definition/config.js';
import type { Keyring } from '../../keys/keyring.js';
import { BuiltInError } from '../../protocol/built-in-error.js';
import { type Application, createApplication } from '../application.js';
import type { RouteTable } from '../route-table.js';
import type { Running } from '../running.js';
import type { RuntimeOptions } from '../runtime-options.js';
import type { App, ServiceRouter } from './app.js';
import { closeWithConnection, isClosed } from './close-with-connection.js';
import { createHosting } from './hosting.js';
import { type FindLayer, KoaExchange } from './koa-exchange.js';
import { createLayers, type Layers, ROUTER_OPTIONS } from './koa-layers.js';
import { isDisconnectError, logBrokenAnswers } from './log-broken-answers.js';
import { ARRIVED, attachCall, findCall } from './node-exchange.js';
import { watchResponse } from './watch-response.js';
import { prepareKoaAnswer } from './write-koa-answer.js';

/**
 * Creates the whole service as a Koa application: the API, the dashboard, `/livez` and `/readyz`. Middleware added
 * later sees the requests that none of these answers. Opening the store begins at once; requests that come earlier
 * wait.
 */
export function createApp(routes: RouteTable, config: Config = {}, options: RuntimeOptions = {}): App {
  const app = createApplication(routes, config, {
    ...options,
    serves: options.serves ?? 'all',
  });
  const koa = new Koa({ env: app.service.mode });
  const handle = createMiddleware(app, createLayers(app), true);
  koa.use((ctx, next) => {
    watchResponse(app.accessLog, ctx, ctx.res);
    return handle(ctx, next);
  });
  const logBroken = logBrokenAnswers(app.log);
  koa.on('error', (error: Error, ctx?: Koa.Context) => logBroken(error, ctx?.res && findCall(ctx.res)));
  const { ready, close, keyring, replaceRoutes, beginDrain } = app;
  const running = { ready, close, keyring, replaceRoutes, beginDrain, hosting: createHosting(app) };
  return Object.assign(koa, running) as unknown as App;
}

/**
 * Creates the router of the service for an existing Koa application: `app.use(router.routes())`. It answers every
 * request under its prefix, including failures, 404 and 405, and passes on all others unchanged. Without a prefix, it
 * answers at the paths of its procedures. `accessLog` has no effect here: an access log is up to the application.
 * Opening the store begins at once; requests that come earlier wait.
 */
export function createRouter(
  routes: RouteTable,
  config: Config = {},
  options: RuntimeOptions = {},
): ServiceRouter {
  return new ApiRouter(createApplication(routes, config, options));
}

type Handle = (ctx: Koa.Context, next: Koa.Next) => Promise<void>;

/** `isStandalone`: the application is the service itself, so failures of other middleware get its envelope too. */
function createMiddleware(app: Application, findLayer: FindLayer, isStandalone: boolean): Handle {
  const { begin, finish } = prepareKoaAnswer(app);
  return (ctx, next) => {
    const exchange = new KoaExchange(ctx, findLayer);
    const known = app.begin(exchange);
    if (!known && !isStandalone) return next();
    const call = known ?? app.beginUnknown(exchange);
    attachCall(ctx.res, call);
    begin(call);
    if (!isStandalone) ignoreDisconnects(ctx);
    if (ctx.res.socket === null) closeWithConnection(ctx.res);
    if (!known) return passToNext();
    const answering = exchange.isArriving ? ARRIVED.then(() => app.answer(call)) : app.answer(call);
    if (answering) return answering.then(() => finish(call, exchange));
    finish(call, exchange);
    return Promise.resolve();

    async function passToNext(): Promise<void> {
      call.answer.isHosted = true;
      try {
        if (exchange.url.includes('#')) throw new BuiltInError('BAD_REQUEST', 'input.path');
        await next();
        const isAnswered = ctx.respond === false || ctx.status !== 404 || ctx.body != null;
        if (!isAnswered) {
          call.answer.isHosted = false;
          await app.answer(call);
        }
      } catch (thrown) {
        app.report(call, thrown);
      }
      finish(call, exchange);
    }
  };
}

/** Skips Koa's reports of callers that disconnect before the response is complete, which would log a stack each. */
function ignoreDisconnects(ctx: Koa.Context): void {
  const { onerror } = ctx;
  ctx.onerror = (error) => {
    const isDisconnected = ctx.req.socket.destroyed || isClosed(ctx.res);
    if (!error || !isDisconnected || !isDisconnectError(error)) onerror.call(ctx, error);
  };
}

/** Shows the layers of the current version, and answers through the service and its guards. */
class ApiRouter extends Router implements Running {
  readonly #app: Application;
  readonly #handle: Handle;
  readonly #layers: Layers;

  constructor(app: Application) {
    super({ ...ROUTER_OPTIONS, prefix: app.service.version().prefix });
    this.#app = app;
    this.#layers = createLayers(app);
    this.#handle = createMiddleware(app, this.#layers, false);
    this.stack = this.#layers.list();
  }

  override routes(): ReturnType<Router['routes']> {
    const handle: Koa.Middleware = (ctx, next) => this.#handle(ctx, next);
    return Object.defineProperty(handle, 'router', { get: refuseNesting }) as ReturnType<Router['routes']>;
  }

  override middleware(): ReturnType<Router['routes']> {
    return this.routes();
  }

  ready(): Promise<void> {
    return this.#app.ready();
  }

  beginDrain(): void {
    this.#app.beginDrain();
  }

  close(deadlineMs?: number): Promise<void> {
    return this.#app.close(deadlineMs);
  }

  keyring(): Promise<Keyring> {
    return this.#app.keyring();
  }

  async replaceRoutes(routes: RouteTable, config: Config = {}): Promise<void> {
    await this.#app.replaceRoutes(routes, config);
    this.stack = this.#layers.list();
  }
}

/**
 * Another router would copy the layers and drop the middleware around them. Without a `router` property it would never
 * get here, since it runs middleware for its own paths only.
 */
function refuseNesting(): never {
  throw new TypeError(
    'The router of procgen cannot be nested in another router: mount it on the app with app.use(router.routes()).',
  );
}
