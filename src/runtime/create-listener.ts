import type { Config } from '../definition/config.js';
import type { Listener } from './app.js';
import type { KoaPackages } from './koa-packages.js';
import { prepareApplication } from './prepare-application.js';
import type { RouteTable } from './route-table.js';
import type { RuntimeOptions } from './runtime-options.js';
import { createStraightListener, type ThroughKoa } from './straight-listener.js';

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
