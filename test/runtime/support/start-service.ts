import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Procedure } from '../../../src/authoring/procedure.js';
import type { Config } from '../../../src/definition/config.js';
import type { Keyring } from '../../../src/keys/keyring.js';
import type { NamedPlans } from '../../../src/protocol/decoding-plan.js';
import {
  createApp,
  createLog,
  createServer,
  defineRoutes,
  type HttpServer,
  type NodeListener,
  type RateLimiter,
  type Route,
  type RouteTable,
  type RuntimeOptions,
  type ServerOptions,
  toNodeListener,
} from '../../../src/runtime/index.js';
import { openTestedKeyring } from '../../keys/support/open-tested-keyring.js';
import { createFetchHost } from './fetch-host.js';

export const DESCRIPTION = '{"openapi":"3.1.1","info":{"title":"Test","version":"1"},"paths":{}}\n';

/** A route as the compiler would write it, from the procedure's metadata. */
export function routeOf(name: string, procedure: Procedure, more: Partial<Route> = {}): Route {
  const { kind, meta } = procedure.definition;
  const { method = 'GET', path = '/', protect = false, status = 200, scopes } = meta.openapi ?? {};
  return {
    name,
    method,
    path,
    procedure,
    protect,
    ...(scopes ? { scopes } : {}),
    rateLimit: meta.rateLimit ?? (kind === 'query' ? 'QUERY' : 'MUTATION'),
    status,
    ...more,
  };
}

type Service = Pick<
  NodeListener,
  'ready' | 'close' | 'keyring' | 'replaceRoutes' | 'beginDrain' | 'hosting' | 'callback'
>;

export interface RunningService {
  readonly url: string;
  readonly app: Service;
  readonly http: HttpServer;
  readonly keyring: Keyring;
  readonly clock: { now: number };
  /** The log's lines, parsed. */
  readonly lines: Record<string, unknown>[];
  ask(path: string, init?: RequestInit): Promise<Response>;
  /** Sends bytes as they are and collects what comes back until the connection closes. */
  raw(text: string): Promise<string>;
  /** A key of `alice`, or of who is named. */
  createKey(scopes?: readonly string[], userId?: string): Promise<string>;
}

export interface ServiceSetup {
  readonly routes: readonly Route[];
  readonly config?: Config;
  readonly options?: RuntimeOptions;
  readonly server?: ServerOptions;
  readonly plans?: NamedPlans;
  readonly messages?: RouteTable['messages'];
  readonly credentials?: RouteTable['credentials'];
  readonly description?: string;
  readonly prefix?: string;
  /** `procgen serve` and `toNodeListener`, or `createApp`; the former when absent. */
  readonly host?: keyof typeof HOSTS;
}

const HOSTS = { node: toNodeListener, koa: createApp, fetch: createFetchHost };

/** The host of services that do not say which. */
const TESTED = (process.env.PROCGEN_TEST_HOST ?? 'node') as keyof typeof HOSTS;

/** Counters that never say stop, for those who ask often on purpose. */
export const UNLIMITED: RateLimiter = {
  consume: async (_counter, { limit, windowMs }) => ({
    isLimited: false,
    remaining: limit,
    resetMs: windowMs,
  }),
  close: async () => {},
};

const running: (() => Promise<void>)[] = [];

/** Ends everything that the tests of a file started. */
export async function stopServices(): Promise<void> {
  for (const stop of running.splice(0).reverse()) await stop();
}

export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'procgen-runtime-'));
  running.push(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

export async function tableOf(
  setup: Pick<ServiceSetup, 'routes' | 'plans' | 'messages' | 'credentials' | 'description' | 'prefix'>,
): Promise<RouteTable> {
  const file = join(await temporaryFolder(), 'openapi.json');
  await writeFile(file, setup.description ?? DESCRIPTION);
  return defineRoutes({
    description: pathToFileURL(file),
    credentials: setup.credentials ?? { header: 'Authorization', prefix: 'Bearer' },
    messages: setup.messages ?? { en: {} },
    ...(setup.plans ? { plans: setup.plans } : {}),
    ...(setup.prefix === undefined ? {} : { prefix: setup.prefix }),
    routes: setup.routes,
  });
}

/** A service over a real socket and a real store. */
export async function startService(setup: ServiceSetup): Promise<RunningService> {
  const clock = { now: Date.UTC(2026, 2, 10, 12) };
  const lines: Record<string, unknown>[] = [];
  const now = setup.options?.now ?? (() => clock.now);
  const keyring = await openTestedKeyring({ cwd: await temporaryFolder(), now });
  const create = HOSTS[setup.host ?? TESTED];
  const app: Service = create(
    await tableOf(setup),
    { accessLog: false, overload: false, ...setup.config },
    {
      serves: 'all',
      log: createLog({ destination: { write: (line) => void lines.push(JSON.parse(line)) } }),
      keyring,
      now,
      ...setup.options,
    },
  );
  await app.ready();
  const http = createServer(app, setup.server);
  const { port } = await http.listen(0, '127.0.0.1');
  running.push(async () => {
    http.server.closeAllConnections();
    await http.drain(0);
    await app.close();
    await keyring.close();
  });
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    app,
    http,
    keyring,
    clock,
    lines,
    ask: (path, init) => fetch(`${url}${path}`, { redirect: 'manual', ...init }),
    raw: (text) => exchange(port, text),
    async createKey(scopes = [], userId = 'alice') {
      await keyring.users.ensure(userId);
      return (await keyring.apiKeys.create({ userId, name: 'test', scopes })).secret;
    },
  };
}

function exchange(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = '';
    const socket: Socket = connect(port, '127.0.0.1', () => socket.write(text));
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => {
      received += chunk;
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(received));
  });
}

/** A request as bytes, that closes its connection. */
export function request(line: string, headers: readonly string[] = [], body = ''): string {
  return [`${line} HTTP/1.1`, 'Host: test', 'Connection: close', ...headers, '', body].join('\r\n');
}

/** The status, the headers as lines, and the body of what `raw` received. */
export function parseAnswer(received: string): { status: number; head: string; body: string } {
  const end = received.indexOf('\r\n\r\n');
  const head = received.slice(0, end);
  return { status: Number(head.split(' ')[1]), head, body: received.slice(end + 4) };
}

export function bearer(key: string): { headers: Record<string, string> } {
  return { headers: { Authorization: `Bearer ${key}` } };
}

export function json(body: unknown, headers: Record<string, string> = {}): RequestInit {
  return {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  };
}
