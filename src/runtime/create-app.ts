import Router from '@koa/router';
import Koa from 'koa';
import type { Config } from '../authoring/config.js';
import type { Running } from './create-router.js';
import { prepareApplication } from './prepare-application.js';
import type { RouteTable } from './route-table.js';
import type { RuntimeOptions } from './runtime-options.js';

export interface App extends Koa, Running {
  /** From now on `/readyz` says no. Everything is still answered. */
  beginDrain(): void;
}

/**
 * The whole service as a Koa application: the API, the dashboard, `/livez` and `/readyz`. Middleware added later
 * sees what none of these answers. Opening the store begins at once; requests that come earlier wait.
 */
export function createApp(routes: RouteTable, config: Config = {}, options: RuntimeOptions = {}): App {
  const { createKoa, running } = prepareApplication(routes, config, options, { Koa, Router });
  return Object.assign(createKoa(), running);
}
