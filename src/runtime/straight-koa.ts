import type Koa from 'koa';
import type { KoaPackages } from './koa-packages.js';
import { createStraightListener, type StraightOptions } from './straight-listener.js';

/**
 * A Koa application whose requests under `/api` do not pass through Koa, as long as what stands first in it is the
 * service's own `entry`: nobody sees them before the service does, so that nobody misses them. All others, and those
 * whose handler asks for Koa's context, are Koa's as ever.
 */
export function createStraightKoa(
  { Koa }: Pick<KoaPackages, 'Koa'>,
  entry: Koa.Middleware,
  { service, watch }: Omit<StraightOptions, 'koa'>,
): Koa {
  const app = new Koa({ env: service.mode });
  app.use(entry);
  const callback = app.callback.bind(app);
  app.callback = () => {
    const answer = callback();
    if (app.middleware[0] !== entry) return answer;
    const through = { app, answer };
    return createStraightListener({ service, watch, koa: () => through }) as typeof answer;
  };
  return app;
}
