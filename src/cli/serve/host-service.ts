import { type Config, DEFAULT_STORE } from '../../definition/config.js';
import type { Logger } from '../../definition/context.js';
import type { Keyring } from '../../keys/keyring.js';
import { openKeyring } from '../../keys/open-keyring.js';
import type { Listener } from '../../runtime/hosts/app.js';
import { toNodeListener } from '../../runtime/hosts/node.js';
import { createLog } from '../../runtime/log.js';
import type { RouteTable } from '../../runtime/route-table.js';
import { createServer } from '../../runtime/serve/create-server.js';
import type { Io } from '../io.js';
import { readPepper } from '../read-env-options.js';
import { announce } from './announce.js';
import { explainApplicationError, explainConfigurationError } from './explain-application-error.js';
import { listen } from './listen.js';
import { loadDeferred } from './load-deferred.js';
import type { ServeSettings } from './serve-settings.js';
import { stopService } from './stop-service.js';
import { waitForShutdown } from './wait-for-shutdown.js';

export interface ServiceOptions {
  readonly root: string;
  readonly routes: RouteTable;
  /** With the overrides of the environment and the flags. */
  readonly config: Config;
  readonly settings: ServeSettings;
}

/** Clients that waited for the start are served before deferred procedures are loaded. */
const LOAD_DELAY_MS = 100;

/**
 * Opens the store, starts the application, listens, and makes sure that everything ends in order. Calls `onServing`
 * with the application once it accepts requests.
 */
export async function hostService(
  options: ServiceOptions,
  io: Io,
  onServing: (app: Listener) => Promise<void> = async () => {},
): Promise<number> {
  const { settings } = options;
  const log = createLog({ destination: io.log });
  const keyring = await openStore(options, io, log);
  let settleLoaded: (isLoaded: boolean) => void = () => {};
  const loaded = new Promise<boolean>((resolve) => {
    settleLoaded = resolve;
  });
  const app = await createApplication({ ...options, loaded }, keyring, io, log);
  const http = createServer(app);
  const stop = () => stopService({ app, http, keyring, log });
  let port: number;
  try {
    await startApplication(app, options.root);
    port = await listen(http.server, settings);
  } catch (error) {
    await stop();
    throw error;
  }
  const shutdown = waitForShutdown(io, {
    drain: stop,
    onCrash: (error) => log.error({ err: error }, 'uncaught error'),
    onStop: (reason) => io.stderr.write(`${STOP_MESSAGES[reason]}\n`),
  });
  // The server serves even if the operator cannot be told how to sign in; a signal may close the store meanwhile.
  const { config, routes } = options;
  await announce({ port, keyring, config, prefix: routes.prefix, settings }, io).catch((error: unknown) =>
    log.warn({ err: error }, 'no sign-in link was created; "procgen users link" creates one'),
  );
  await onServing(app);
  const loadFailure = loadDeferredOrStop(options, settleLoaded, stop);
  return Promise.race([shutdown, loadFailure]);
}

/** Rejects if a procedure that was deferred to its first call cannot be created: then nothing is served at all. */
async function loadDeferredOrStop(
  { routes, root }: ServiceOptions,
  settleLoaded: (isLoaded: boolean) => void,
  stop: () => Promise<void>,
): Promise<never> {
  try {
    await loadDeferred(routes, root, LOAD_DELAY_MS);
    settleLoaded(true);
  } catch (error) {
    settleLoaded(false);
    await stop();
    throw error;
  }
  return new Promise(() => {});
}

const STOP_MESSAGES = {
  SIGINT: 'stopping once the requests in progress are done; press Ctrl-C again to stop immediately',
  SIGTERM: 'stopping once the requests in progress are done',
  crash: 'error: an uncaught error stopped the server; see the log',
};

function openStore({ config, root }: ServiceOptions, io: Io, log: Logger): Promise<Keyring> {
  return openKeyring({
    store: config.store ?? DEFAULT_STORE,
    cwd: root,
    pepper: readPepper(io.env),
    maxKeysPerUser: config.maxKeysPerUser,
    keyCacheSize: config.keyCacheSize,
    onWarn: (message) => log.warn(message),
  });
}

async function createApplication(
  { routes, config, root, settings, loaded }: ServiceOptions & { readonly loaded: Promise<boolean> },
  keyring: Keyring,
  io: Io,
  log: Logger,
): Promise<Listener> {
  const openIdClientSecret = io.env.PROCGEN_OPENID_CLIENT_SECRET;
  try {
    const options = {
      serves: 'all' as const,
      mode: settings.mode,
      log,
      cwd: root,
      keyring,
      loaded,
      ...(openIdClientSecret ? { openIdClientSecret } : {}),
    };
    return toNodeListener(routes, config, options);
  } catch (error) {
    await keyring.close();
    throw explainConfigurationError(error);
  }
}

async function startApplication(app: Listener, root: string): Promise<void> {
  try {
    await app.ready();
  } catch (error) {
    throw explainApplicationError('The application could not start', error, root);
  }
}
