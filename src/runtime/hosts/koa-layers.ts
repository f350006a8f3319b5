import Router, { type Layer } from '@koa/router';
import type { Application } from '../application.js';
import type { Entry } from '../exchange.js';
import type { FindLayer } from './koa-exchange.js';

/** Paths match exactly, including letter case and a trailing slash. */
export const ROUTER_OPTIONS = { sensitive: true, strict: true } as const;

export interface Layers extends FindLayer {
  list(): Layer[];
}

/**
 * Creates the served routes in the router's form, for tools that list them and for the match shown in Koa's context.
 */
export function createLayers({ service }: Application): Layers {
  const layers = new WeakMap<Entry, Layer>();
  const find = (chain: Entry): Layer => {
    const layer = layers.get(chain) ?? createLayer(chain, service.version().prefix);
    layers.set(chain, layer);
    return layer;
  };
  return Object.assign(find, { list: () => service.version().table.chains.map(find) });
}

function createLayer({ path, methods, name }: Entry, prefix: string): Layer {
  const router = new Router({ ...ROUTER_OPTIONS, prefix });
  return router.register(path, [...methods], refuseLayer, name === undefined ? {} : { name }) as Layer;
}

function refuseLayer(): never {
  throw new TypeError(
    'A route was called without the router: mount the router with `app.use(router.routes())`.',
  );
}
