import Router from '@koa/router';
import Koa from 'koa';
import type { Config } from '../definition/config.js';
import type { App } from './app.js';
import { prepareApplication } from './prepare-application.js';
import type { RouteTable } from './route-table.js';
import type { RuntimeOptions } from './runtime-options.js';
import { createStraightListener } from './straight-listener.js';

/**
 * The whole service as a Koa application: the API, the dashboard, `/livez` and `/readyz`. Middleware added later
 * sees what none of these answers. Opening the store begins at once; requests that come earlier wait.
 */
export function createApp(routes: RouteTable, config: Config = {}, options: RuntimeOptions = {}): App {
  const prepared = prepareApplication(routes, config, options, { Koa, Router });
  const { service, watch, entry, running } = prepared;
  const app = prepared.createKoa();
  const callback = app.callback.bind(app);
  app.callback = () => {
    const answer = callback();
    // Where other middleware stands first, it sees requests under `/api` before the service does: they pass through Koa.
    if (app.middleware[0] !== entry) return answer;
    const through = { app, answer };
    return createStraightListener({ service, watch, koa: () => through }) as typeof answer;
  };
  return Object.assign(app, running);
}
