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
  /** The user of `apiKey`; `test` by default. */
  readonly user?: string;
  /** The scopes of that key; all rights by default. */
  readonly scopes?: readonly string[];
  /** The clock for keys, expiry, rate limits and stored responses, in epoch milliseconds; defaults to `Date.now`. */
  readonly now?: () => number;
  /** The log; by default warnings and errors go to stderr, one line each. False turns it off. */
  readonly log?: Logger | false;
}

/** A service in this process, without a socket. Call it with a generated client: `createClient(server)`. */
export interface TestServer {
  /**
   * Handles a request to any host like the service does, with 127.0.0.1 as the caller's address. Also accepts paths,
   * such as `/api/items`.
   */
  readonly fetch: typeof globalThis.fetch;
  readonly baseUrl: string;
  /** An API key of the user. */
  readonly apiKey: string;
  /** The open keyring, for keys of other users or keys that expire. */
  keyring(): Promise<Keyring>;
  /** Resolves immediately, because the server was ready when it was returned. */
  ready(): Promise<void>;
  /** Waits for the last request, runs `onStop` and releases all resources. */
  close(): Promise<void>;
}

const BASE_URL = 'http://localhost';
const CALLER = { address: '127.0.0.1' };

/**
 * Starts the service of the routes and the configuration for tests, like `procgen serve`. Keys and counters are in
 * memory, whatever `store` and `rateLimitStore` are; no request is rejected for overload; responses are validated as in
 * development; there is no dashboard, so no sign-in. Rejects with the error of `onStart`, with a ConfigurationError for
 * an invalid setting, and with a ProcedureError for an invalid user or scopes.
 */
export async function createTestServer(
  routes: RouteTable,
  config: Config = {},
  options: TestServerOptions = {},
): Promise<TestServer> {
  // The clock is looked up on each call, so that a test runner can replace it.
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
 * A request that exposes the caller's own signal. Node's `Request` creates a signal that follows it, which costs more
 * than the rest of the call.
 */
class TestRequest extends Request {
  /** Undefined if the caller passed no signal. */
  readonly callerSignal: AbortSignal | undefined;

  constructor(input: string | URL | Request, { signal, ...init }: RequestInit = {}) {
    super(typeof input === 'string' && input.startsWith('/') ? BASE_URL + input : input, init);
    this.callerSignal = signal ?? (input instanceof Request ? super.signal : undefined);
  }

  override get signal(): AbortSignal {
    return this.callerSignal ?? super.signal;
  }
}

/** Rejects when the caller aborts, like a closed connection. The service gets the signal from the request. */
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
