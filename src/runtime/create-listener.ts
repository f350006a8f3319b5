import type { RequestListener } from 'node:http';
import type { Config } from '../authoring/config.js';
import type { Running } from './create-router.js';
import type { KoaPackages } from './koa-packages.js';
import { prepareApplication } from './prepare-application.js';
import type { RouteTable } from './route-table.js';
import type { RuntimeOptions } from './runtime-options.js';
import type { Hosting } from './serve/hosting.js';
import { createStraightListener, type ThroughKoa } from './straight-listener.js';

/** What `createApp` makes, for those who only want it to answer. */
export interface Listener extends Running {
  /** What answers the requests of Node's server. */
  callback(): RequestListener;
  /** From now on `/readyz` says no. Everything is still answered. */
  beginDrain(): void;
  /** What `createServer` asks. */
  readonly hosting: Hosting;
}

/** The whole service as `createApp` makes it, of which Koa is a part from the first request on that needs it. */
export function createListener(
  routes: RouteTable,
  config: Config,
  options: RuntimeOptions,
  packages: KoaPackages,
): Listener {
  const { service, watch, createKoa, running } = prepareApplication(routes, config, options, packages);
  let through: ThroughKoa | undefined;
  const openKoa = () => {
    const app = createKoa();
    return { app, answer: app.callback() };
  };
  const koa = () => {
    through ??= openKoa();
    return through;
  };
  return { ...running, callback: () => createStraightListener({ service, watch, koa }) };
}
