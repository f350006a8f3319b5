import type Koa from 'koa';
import { createStraightListener, type StraightOptions } from './straight-listener.js';

/**
 * Has requests under `/api` not pass through Koa, as long as what stands first in the application is the service's own
 * `entry`: nobody sees them before the service does, so that nobody misses them. All others, and those whose handler asks
 * for Koa's context, are Koa's as ever.
 */
export function answerStraight(app: Koa, entry: Koa.Middleware, options: Omit<StraightOptions, 'koa'>): void {
  const callback = app.callback.bind(app);
  app.callback = () => {
    const answer = callback();
    if (app.middleware[0] !== entry) return answer;
    const through = { app, answer };
    return createStraightListener({ ...options, koa: () => through }) as typeof answer;
  };
}
