import type Koa from 'koa';
import type { Config } from '../authoring/config.js';
import type { Logger } from '../authoring/context.js';
import { createDashboard } from '../dashboard/create-dashboard.js';
import type { Running } from './create-router.js';
import { createHealth } from './endpoints/health.js';
import { createAccessLog, logAccess } from './log-access.js';
import { logThrown } from './log-thrown.js';
import type { RouteTable } from './route-table.js';
import type { RuntimeOptions } from './runtime-options.js';
import { answerOutside } from './service/answer-outside.js';
import { callOf, findCall } from './service/call.js';
import { createService } from './service/create-service.js';
import { prepareSignIn } from './sign-in/prepare-sign-in.js';
import { readSignInSettings } from './sign-in/read-sign-in-settings.js';
import { StraightKoa } from './straight-koa.js';

export interface App extends Koa, Running {
  /** From now on `/readyz` says no. Everything is still answered. */
  beginDrain(): void;
}

/**
 * The whole service as a Koa application: the API, the dashboard, `/livez` and `/readyz`. Middleware added later
 * sees what none of these answers. Opening the store begins at once; requests that come earlier wait.
 */
export function createApp(routes: RouteTable, config: Config = {}, options: RuntimeOptions = {}): App {
  const settings = readSignInSettings(config, options.openIdClientSecret);
  const service = createService(routes, config, options);
  const { log, mode } = service;
  const signIn = prepareSignIn(settings, log);
  const watch = config.accessLog === false ? undefined : createAccessLog(log);
  const app = new StraightKoa(service, watch ? logAccess(watch) : (_ctx, next) => next(), watch);
  app.use(service.handle);
  app.use(answerOutside(log, () => service.edition));
  app.use(createHealth(service.isServing));
  app.use(
    createDashboard({
      keyring: service.keyring,
      api: () => service.edition.keyUse,
      mode,
      log,
      signIn: signIn.ways,
      isSecure: (ctx) => service.edition.proxies.readOrigin(ctx.req).scheme === 'https',
      host: (ctx) => service.edition.proxies.readOrigin(ctx.req).host,
      address: (ctx) => callOf(ctx).address,
      ...(options.now ? { now: options.now } : {}),
      ...(config.baseUrl === undefined ? {} : { baseUrl: config.baseUrl }),
      ...(config.info?.title === undefined ? {} : { site: config.info.title }),
    }),
  );
  app.on('error', logBrokenAnswers(log));
  const { close, keyring, replaceRoutes, beginDrain } = service;
  const ready = async () => {
    await Promise.all([service.ready(), signIn.ready()]);
  };
  return Object.assign(app, { ready, close, keyring, replaceRoutes, beginDrain });
}

/**
 * Everything thrown was answered before Koa saw it; what is left happened to an answer under way. Koa tells of it from
 * both ends, the stream's and the connection's.
 */
function logBrokenAnswers(log: Logger): (error: Error, ctx?: Koa.Context) => void {
  const told = new WeakSet<Error>();
  return (error, ctx) => {
    if (told.has(error)) return;
    told.add(error);
    const { code } = error as NodeJS.ErrnoException;
    const isCallerGone = code === 'ECONNRESET' || code === 'EPIPE' || code === 'ERR_STREAM_PREMATURE_CLOSE';
    const call = ctx && findCall(ctx);
    const where = { requestId: call?.requestId, procedure: call?.route?.name };
    if (isCallerGone) log.debug({ err: error, ...where }, CUT_SHORT);
    else logThrown(log, error, CUT_SHORT, where);
  };
}

const CUT_SHORT = 'an answer was cut short';
