import Router from '@koa/router';
import type Koa from 'koa';
import type { Config } from '../definition/config.js';
import type { Keyring } from '../keys/keyring.js';
import type { Running, ServiceRouter } from './app.js';
import type { RouteTable } from './route-table.js';
import type { RuntimeOptions } from './runtime-options.js';
import { createService, type Service } from './service/create-service.js';
import { ROUTER_OPTIONS } from './service/lazy-chain.js';

/**
 * The router of the service, for a Koa application of one's own: `app.use(router.routes())`. Under its prefix
 * it answers everything itself, failures, 404 and 405 included; the rest it passes on untouched. Without a prefix, it answers
 * at the paths of its procedures. An access log is the
 * application's own: `accessLog` has no effect here. Opening the store begins at once; requests that come earlier wait.
 */
export function createRouter(
  routes: RouteTable,
  config: Config = {},
  options: RuntimeOptions = {},
): ServiceRouter {
  return new ApiRouter(createService(routes, config, options, { Router }));
}

/** Shows the layers of the edition that is served, and answers through the service that guards them. */
class ApiRouter extends Router implements Running {
  readonly #service: Service;

  constructor(service: Service) {
    super({ ...ROUTER_OPTIONS, prefix: service.edition.prefix });
    this.#service = service;
    this.stack = service.edition.table.listLayers();
  }

  override routes(): ReturnType<Router['routes']> {
    const handle: Koa.Middleware = (ctx, next) => this.#service.handle(ctx, next);
    return Object.defineProperty(handle, 'router', { get: refuseNesting }) as ReturnType<Router['routes']>;
  }

  override middleware(): ReturnType<Router['routes']> {
    return this.routes();
  }

  ready(): Promise<void> {
    return this.#service.ready();
  }

  close(): Promise<void> {
    return this.#service.close();
  }

  keyring(): Promise<Keyring> {
    return this.#service.keyring();
  }

  async replaceRoutes(routes: RouteTable, config: Config = {}): Promise<void> {
    await this.#service.replaceRoutes(routes, config);
    this.stack = this.#service.edition.table.listLayers();
  }
}

/**
 * Another router would take the layers and leave out what stands around them; without a `router` it would never come
 * here at all, since it runs its middleware for its own paths only.
 */
function refuseNesting(): never {
  throw new TypeError(
    'The routes of procgen cannot stand inside another router: mount them with app.use(router.routes()), beside it.',
  );
}
