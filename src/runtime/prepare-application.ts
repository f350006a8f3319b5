import type Koa from 'koa';
import { createDashboard } from '../dashboard/create-dashboard.js';
import type { Config } from '../definition/config.js';
import type { Logger } from '../definition/context.js';
import type { Running } from './app.js';
import { createHealth } from './endpoints/health.js';
import type { KoaPackages } from './koa-packages.js';
import { type AccessLog, createAccessLog } from './log-access.js';
import { logThrown } from './log-thrown.js';
import type { RouteTable } from './route-table.js';
import type { RuntimeOptions } from './runtime-options.js';
import type { Hosting } from './serve/hosting.js';
import { DEFAULT_ANSWER_TIMEOUT_MS } from './serve/unread-answers.js';
import { answerOutside } from './service/answer-outside.js';
import { callOf, findCall } from './service/call.js';
import { createService, type Service } from './service/create-service.js';
import { prepareSignInCount } from './sign-in/count-sign-in.js';
import { type PreparedSignIn, prepareSignIn } from './sign-in/prepare-sign-in.js';
import { readSignInSettings } from './sign-in/read-sign-in-settings.js';

/** A service, and the Koa application around it, which nobody has to make. */
export interface PreparedApplication {
  readonly service: Service;
  /** Writes the access log, where there is one. */
  readonly watch: AccessLog | undefined;
  readonly running: Running & Pick<Service, 'beginDrain'> & { readonly hosting: Hosting };
  /** What stands first in that application: it writes the access log of what Koa answers. */
  readonly entry: Koa.Middleware;
  /** The service, and beside it the dashboard, `/livez` and `/readyz`. */
  createKoa(): Koa;
}

/**
 * Prepares all that `createApp` makes. Opening the store begins at once; requests that come earlier wait. Throws a
 * ConfigurationError for a setting that cannot be.
 */
export function prepareApplication(
  routes: RouteTable,
  config: Config,
  options: RuntimeOptions,
  packages: KoaPackages,
): PreparedApplication {
  const settings = readSignInSettings(config, options.openIdClientSecret);
  const service = createService(routes, config, options, packages);
  const { log, close, keyring, replaceRoutes, beginDrain } = service;
  const signIn = prepareSignIn(settings, log);
  const watch = config.accessLog === false ? undefined : createAccessLog(log);
  const ready = async () => {
    await Promise.all([service.ready(), signIn.ready()]);
  };
  const entry: Koa.Middleware = (ctx, next) => {
    watch?.(ctx);
    return next();
  };
  return {
    service,
    watch,
    entry,
    running: { ready, close, keyring, replaceRoutes, beginDrain, hosting: createHosting(service) },
    createKoa() {
      const app = new packages.Koa({ env: service.mode });
      app.use(entry);
      app.use(service.handle);
      app.use(answerOutside(log, () => service.edition));
      app.use(createHealth(service.isServing));
      app.use(createPages(service, signIn, { config, options }));
      app.on('error', logBrokenAnswers(log));
      return app;
    },
  };
}

function createHosting(service: Service): Hosting {
  const { log, abandonCalls } = service;
  return {
    log,
    abandonCalls,
    readAnswerTimeoutMs: () => service.edition.config.answerTimeoutMs ?? DEFAULT_ANSWER_TIMEOUT_MS,
    readAddress: (req) => service.edition.proxies.readAddress(req),
    describe(res) {
      const { method, url = '' } = res.req;
      const call = findCall(res);
      const path = call?.path ?? url.split('?', 1)[0];
      return { method, path, procedure: call?.route?.name, requestId: call?.requestId };
    },
  };
}

function createPages(
  service: Service,
  signIn: PreparedSignIn,
  { config, options }: { readonly config: Config; readonly options: RuntimeOptions },
): Koa.Middleware {
  const { keyring, mode, log } = service;
  return createDashboard({
    keyring,
    api: () => service.edition.keyUse,
    mode,
    log,
    signIn: signIn.ways,
    countSignIn: prepareSignInCount(service.rateLimiter),
    isSecure: (ctx) => service.edition.proxies.readOrigin(ctx.req).scheme === 'https',
    host: (ctx) => service.edition.proxies.readOrigin(ctx.req).host,
    address: (ctx) => callOf(ctx).address,
    ...(options.now ? { now: options.now } : {}),
    ...(config.baseUrl === undefined ? {} : { baseUrl: config.baseUrl }),
    ...(config.info?.title === undefined ? {} : { site: config.info.title }),
  });
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
    const call = ctx?.res && findCall(ctx.res);
    const where = { requestId: call?.requestId, procedure: call?.route?.name };
    if (isCallerGone) log.debug({ err: error, ...where }, CUT_SHORT);
    else logThrown(log, error, CUT_SHORT, where);
  };
}

const CUT_SHORT = 'an answer was cut short';
