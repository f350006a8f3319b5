import { type Config, DEFAULT_RATE_LIMIT_STORE, DEFAULT_STORE } from '../../definition/config.js';
import type { Logger } from '../../definition/context.js';
import type { Keyring } from '../../keys/keyring.js';
import { openKeyring } from '../../keys/open-keyring.js';
import { ProcedureError } from '../../protocol/procedure-error.js';
import { Call } from '../call/call.js';
import type { ReadProxyUser } from '../context/create-page-request.js';
import type { IsServing } from '../endpoints/health.js';
import type { Exchange } from '../exchange.js';
import { DEFAULT_BODY_LIMIT_BYTES } from '../guards/read-body.js';
import { createIdempotencyClaims } from '../idempotency/idempotency-claims.js';
import { openRateLimiter } from '../limits/open-rate-limiter.js';
import type { RateLimiter } from '../limits/rate-limiter.js';
import { createLog, redactHeaders } from '../log.js';
import { createAwaitedBodies } from '../overload/awaited-bodies.js';
import { createGate, type Gate } from '../overload/create-gate.js';
import { TIMER_MAX_MS } from '../repeat.js';
import { Answer } from '../respond/answer.js';
import { readRequestId } from '../respond/request-id.js';
import { API_HEADERS, listHeaders, SECURITY_HEADERS } from '../respond/security-headers.js';
import type { RouteTable } from '../route-table.js';
import { DEFAULT_DRAIN_MS } from '../running.js';
import type { Mode, RuntimeOptions } from '../runtime-options.js';
import { createUploads } from '../uploads/uploads.js';
import { createServiceVersion, type ServiceVersion } from './create-service-version.js';
import { prepareHandleCall } from './handle-call.js';
import { requireValidConfig } from './require-valid-config.js';

/** The keyring, counters and log, which live as long as the server, and the current version of the routes. */
export interface Service {
  readonly log: Logger;
  readonly mode: Mode;
  /** Returns the current version of the routes. */
  version(): ServiceVersion;
  readonly gate: Gate;
  /** Begins the call of a request, within the API or outside. Its `answer` has the request id and common headers. */
  begin(exchange: Exchange, isApi: boolean): Call;
  /** Completes the response of an API call. Returns a promise only if it has to wait; it never rejects. */
  answer(call: Call): undefined | Promise<void>;
  /** Resolves when the store is open, the description is read and `onStart` is done; rejects if that fails. */
  ready(): Promise<void>;
  /** Whether a request would be served now: ready, not draining, and the store is available. */
  readonly isServing: IsServing;
  keyring(): Promise<Keyring>;
  /** Resolves with the open rate limiter. */
  rateLimiter(): Promise<RateLimiter>;
  /** Serves these routes from the next request on. `onStop` of the old ones runs after their last request. */
  replaceRoutes(table: RouteTable, config?: Config): Promise<void>;
  /** Reports not ready from now on, but still answers. Ends all streams at once. */
  beginDrain(): void;
  /** Stops waiting for requests under way, so that `close` goes on to `onStop`. */
  abandonCalls(): void;
  /** Waits for the last request until `deadlineMs`, runs `onStop`, and closes the keyring unless it is shared. */
  close(deadlineMs?: number): Promise<void>;
}

export function createService(
  table: RouteTable,
  config: Config,
  options: RuntimeOptions,
  readProxyUser: ReadProxyUser,
): Service {
  requireValidConfig(config);
  const { mode = 'production', cwd = '.', now = Date.now, loaded = true } = options;
  const log = options.log ?? createLog();
  const claims = createIdempotencyClaims(() => opened(keyring).answers);
  const gate = createGate({ overload: config.overload, log });
  const bodyLimitBytes = config.bodyLimit ?? DEFAULT_BODY_LIMIT_BYTES;
  const bodies = createAwaitedBodies({ limits: options.awaitedBodies, bodyLimitBytes });
  const uploads = createUploads({
    options: config.uploads,
    limits: options.awaitedUploads,
    fieldLimitBytes: bodyLimitBytes,
    cwd,
    log,
  });
  let keyring: Keyring | undefined;
  let limiter: RateLimiter | undefined = options.rateLimiter;
  let isStarted = false;
  let isDraining = false;
  let isClosed = false;
  let isAbandoned = false;
  let closing: Promise<void> | undefined;

  let abandon = () => {};
  const abandoned = new Promise<void>((resolve) => {
    abandon = resolve;
  });

  const prepare = (nextTable: RouteTable, nextConfig: Config) => {
    redactHeaders(log, listCredentialHeaders(nextTable, nextConfig));
    return createServiceVersion(nextTable, nextConfig, {
      mode,
      log,
      limiter: () => opened(limiter),
      claims,
      now,
      bodies,
      uploads,
      abandoned,
      keyring: () => opened(keyring),
      readProxyUser,
      hasDashboard: options.serves === 'all',
      repeatTick: options.repeatTick,
    });
  };
  let version = prepare(table, config);

  const keyringOpened = openOwnKeyring(config, { ...options, cwd, now }, log).then((opened) => {
    keyring = opened;
    return opened;
  });
  const limiterOpened = openOwnLimiter(config, options.rateLimiter, log).then((opened) => {
    limiter = opened;
    return opened;
  });
  const leftoversRemoved = table.routes.some(({ plan }) => plan?.form)
    ? uploads.removeLeftovers()
    : undefined;
  const starting = new Set<Promise<void>>();
  const started = trackStart(
    Promise.all([keyringOpened, limiterOpened, leftoversRemoved]).then(async () => {
      await version.start();
      if (isAbandoned) retire(version);
      else isStarted = true;
    }),
  );
  const retiring = new Map<ServiceVersion, Promise<void>>();
  let replacements = 0;
  let served = 0;

  const handle = prepareHandleCall({
    gate,
    log,
    keyring: () => opened(keyring),
    untilServing: () => (isStarted && !isClosed ? undefined : waitUntilServing()),
  });

  async function waitUntilServing(): Promise<void> {
    if (isClosed) throw new ProcedureError('SERVICE_UNAVAILABLE', 'The service is closed.');
    await started.catch((cause) => {
      throw new ProcedureError('SERVICE_UNAVAILABLE', 'The service could not start.', { cause });
    });
  }

  function begin(exchange: Exchange, isApi: boolean): Call {
    const requestId = readRequestId(exchange.headers['x-request-id']);
    const answer = new Answer([
      'X-Request-Id',
      requestId,
      ...(isApi ? API_HEADER_LIST : NON_API_HEADER_LIST),
    ]);
    const address = version.proxies.readAddress(exchange);
    return new Call({ exchange, answer, requestId, address, isApi });
  }

  /** Does not wait for earlier replacements, whose `onStart` may never settle. An outdated one is no longer served. */
  async function replace(nextTable: RouteTable, nextConfig: Config): Promise<void> {
    requireValidConfig(nextConfig);
    const order = ++replacements;
    await started.catch(() => {});
    const next = prepare(nextTable, nextConfig);
    await next.start();
    if (isAbandoned || order < served) return retire(next);
    const previous = version;
    version = next;
    served = order;
    retire(previous);
  }

  /** Tracks a start until it settles. Whoever awaits it gets its error, which is otherwise no unhandled rejection. */
  function trackStart(start: Promise<void>): Promise<void> {
    const end = () => void starting.delete(start);
    starting.add(start);
    start.then(end, end);
    return start;
  }

  function retire(outdated: ServiceVersion): void {
    const retired = outdated.retire().finally(() => retiring.delete(outdated));
    retiring.set(outdated, retired);
  }

  function abandonCalls(): void {
    if (isAbandoned) return;
    isAbandoned = true;
    const calls = [version, ...retiring.keys()].reduce((sum, each) => sum + each.countCalls(), 0);
    if (calls > 0) log.warn({ calls }, 'no longer waiting for handlers that are still running');
    if (starting.size > 0) log.warn('no longer waiting for an onStart that is still running');
    abandon();
  }

  async function close(deadlineMs: number): Promise<void> {
    isClosed = true;
    const deadline = setTimeout(abandonCalls, Math.min(deadlineMs, TIMER_MAX_MS));
    await Promise.allSettled([keyringOpened, limiterOpened]);
    await Promise.race([Promise.allSettled(starting), abandoned]);
    await Promise.all([...retiring.values(), version.retire()]);
    clearTimeout(deadline);
    gate.close();
    bodies.close();
    await uploads.close();
    if (!options.rateLimiter) await limiter?.close();
    if (!options.keyring) await keyring?.close();
  }

  return {
    log,
    mode,
    gate,
    version: () => version,
    begin,
    answer: (call) => handle(call, version),
    ready: () => started,
    isServing: async ({ ignoresStore }) =>
      isStarted && (await loaded) && !isDraining && !isClosed && (ignoresStore || opened(keyring).isReady()),
    keyring: () => keyringOpened,
    rateLimiter: () => limiterOpened,
    replaceRoutes(nextTable, nextConfig = {}) {
      return trackStart(replace(nextTable, nextConfig));
    },
    beginDrain() {
      isDraining = true;
      version.streams.end();
    },
    abandonCalls,
    close: (deadlineMs = DEFAULT_DRAIN_MS) => (closing ??= close(deadlineMs)),
  };
}

const API_HEADER_LIST = listHeaders(API_HEADERS);
const NON_API_HEADER_LIST = listHeaders(SECURITY_HEADERS);

/** Lists the headers whose values are credentials. */
function listCredentialHeaders({ credentials }: RouteTable, { authenticate, signIn }: Config): string[] {
  const scheme = typeof authenticate === 'object' ? authenticate.scheme : undefined;
  const names = [credentials.header, scheme?.header, signIn?.proxyHeader?.name];
  return names.filter((name) => name !== undefined);
}

function opened<T>(store: T | undefined): T {
  if (!store) throw new TypeError('The stores are not open yet.');
  return store;
}

/** Returns the shared keyring, or opens one for this service. */
async function openOwnKeyring(
  config: Config,
  options: RuntimeOptions & { readonly cwd: string; readonly now: () => number },
  log: Logger,
): Promise<Keyring> {
  const { keyring, cwd, now, pepper } = options;
  if (keyring) return keyring;
  const onWarn = (message: string) => log.warn(message);
  const { store = DEFAULT_STORE, maxKeysPerUser, keyCacheSize } = config;
  return openKeyring({ store, cwd, now, pepper, maxKeysPerUser, keyCacheSize, onWarn });
}

/** Returns the shared rate limiter, or opens one for this service. */
async function openOwnLimiter(
  { rateLimitStore = DEFAULT_RATE_LIMIT_STORE, rateLimits }: Config,
  shared: RateLimiter | undefined,
  log: Logger,
): Promise<RateLimiter> {
  return shared ?? openRateLimiter(rateLimitStore, { log, onStoreFailure: rateLimits?.onStoreFailure });
}
