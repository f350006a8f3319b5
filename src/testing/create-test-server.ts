import type { Config } from '../definition/config.js';
import type { Logger } from '../definition/context.js';
import { createKeyring } from '../keys/create-keyring.js';
import type { Keyring } from '../keys/keyring.js';
import { createFetchHandler, type FetchHandler } from '../runtime/hosts/fetch.js';
import { createLog } from '../runtime/log.js';
import type { RouteTable } from '../runtime/route-table.js';
import { createMemoryStore } from '../stores/memory-store.js';
import { createTestLog } from './test-log.js';
import { createWindowLimiter } from './window-limiter.js';

export interface TestServerOptions {
  /** Whose key `apiKey` is; `test` when absent. */
  readonly user?: string;
  /** What that key may do; everything when absent. */
  readonly scopes?: readonly string[];
  /** The clock of keys, their expiry, rate limits and kept answers, in epoch milliseconds; `Date.now` when absent. */
  readonly now?: () => number;
  /** Where log lines go; warnings and errors to stderr, one line each, when absent. False is nowhere. */
  readonly log?: Logger | false;
}

/** A service in this process, without a socket. `createClient(server)` of a generated client calls it. */
export interface TestServer {
  /**
   * Answers a request to any host as the service does; the caller's address is 127.0.0.1. Takes paths, too, such as
   * `/api/items`.
   */
  readonly fetch: typeof globalThis.fetch;
  readonly baseUrl: string;
  /** An API key of the user. */
  readonly apiKey: string;
  /** The open keyring: makes keys for other users, and such as expire. */
  keyring(): Promise<Keyring>;
  /** Resolves at once: the server was ready when it was given back. */
  ready(): Promise<void>;
  /** Waits for the last request, runs `onStop` and lets go of everything. */
  close(): Promise<void>;
}

const BASE_URL = 'http://localhost';
const CALLER = { address: '127.0.0.1' };

/**
 * Starts the service that `procgen serve` makes of the routes and the configuration, for tests: keys and counters are in
 * memory, whatever `store` and `rateLimitStore` say, no request is refused for overload, and answers are checked as in
 * development. There is no dashboard, and so no sign-in. Rejects with what `onStart` throws, with a ConfigurationError
 * for a setting that cannot be, and with a ProcedureError for a user or scopes that cannot be.
 */
export async function createTestServer(
  routes: RouteTable,
  config: Config = {},
  options: TestServerOptions = {},
): Promise<TestServer> {
  // The clock is looked up at each call, so that a test runner may replace it.
  const { user = 'test', scopes, now = () => Date.now(), log = createTestLog() } = options;
  const { signIn: _, ...served } = config;
  const keyring = createKeyring(createMemoryStore({ now }), { maxKeysPerUser: config.maxKeysPerUser });
  let handler: FetchHandler | undefined;
  const close = async () => {
    await handler?.close();
    await keyring.close();
  };
  try {
    const { secret } = await keyring.apiKeys.create({ userId: user, name: 'test', scopes });
    const answer = createFetchHandler(
      routes,
      { ...served, overload: false, accessLog: false, docs: false },
      {
        mode: 'development',
        log: log || createLog({ level: 'silent' }),
        now,
        keyring,
        rateLimiter: createWindowLimiter(now),
      },
    );
    handler = answer;
    await answer.ready();
    return {
      fetch: async (input, init) => {
        const request = new TestRequest(input, init);
        return untilAborted(request.callerSignal, () => answer(request, CALLER));
      },
      baseUrl: BASE_URL,
      apiKey: secret,
      keyring: answer.keyring,
      ready: answer.ready,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * A request whose signal is the caller's own. Node's would be one that follows it, and cost more than the rest of the
 * call.
 */
class TestRequest extends Request {
  /** Undefined where the caller has no way to abort the request. */
  readonly callerSignal: AbortSignal | undefined;

  constructor(input: string | URL | Request, { signal, ...init }: RequestInit = {}) {
    super(typeof input === 'string' && input.startsWith('/') ? BASE_URL + input : input, init);
    this.callerSignal = signal ?? (input instanceof Request ? super.signal : undefined);
  }

  override get signal(): AbortSignal {
    return this.callerSignal ?? super.signal;
  }
}

/** Rejects when the caller goes away, as a connection would. The service is told of it by the request. */
function untilAborted(signal: AbortSignal | undefined, answer: () => Promise<Response>): Promise<Response> {
  if (signal === undefined) return answer();
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    answer()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', abort));
  });
}
