import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { Config } from '../../../src/index.js';
import { createLog, type RouteTable, type Running, type RuntimeOptions } from '../../../src/runtime/index.js';
import { openRaw, type RawConnection } from './raw-connection.js';
import { type ServiceSetup, stopServices, tableOf, temporaryFolder, UNLIMITED } from './start-service.js';

/** `createApp`, `createRouter`, `createFetchHandler` or `toNodeListener`. */
type Create<Api> = (routes: RouteTable, config?: Config, options?: RuntimeOptions) => Api;

/** Puts the API in an application: what answers the requests of Node's server. */
export type Mount<Api> = (api: Api) => RequestListener | Promise<RequestListener>;

/** A way to mount the API, with everything that its tests have to know of it. */
export interface Host {
  readonly name: string;
  start(setup: ServiceSetup): Promise<RunningHost>;
  /** Whether handlers see Koa's context. */
  readonly isKoa?: true;
}

export interface RunningHost<Api extends Running = Running> {
  readonly api: Api;
  readonly url: string;
  readonly server: Server;
  /** The lines of the API's log, parsed. */
  readonly lines: Record<string, unknown>[];
  /** Lines from `warn` upwards. */
  listProblems(): Record<string, unknown>[];
  ask(path: string, init?: RequestInit): Promise<Response>;
  /** Sends bytes as they are and collects what comes back until the connection closes. */
  raw(text: string): Promise<string>;
  /** Sends bytes as they are, and leaves the connection open. */
  connect(text: string): Promise<RawConnection>;
}

export function defineHost<Api extends Running>(name: string, create: Create<Api>, mount: Mount<Api>): Host {
  return { name, start: (setup) => startHost(create, mount, setup) };
}

const running: (() => Promise<unknown>)[] = [];

/** Ends everything that the tests of a file started. */
export async function stopHosts(): Promise<void> {
  for (const stop of running.splice(0).reverse()) await stop();
  await stopServices();
}

/** A mounted API over a real socket, with a store of its own. */
export async function startHost<Api extends Running>(
  create: Create<Api>,
  mount: Mount<Api>,
  setup: ServiceSetup,
): Promise<RunningHost<Api>> {
  const lines: Record<string, unknown>[] = [];
  const api = create(
    await tableOf(setup),
    { accessLog: false, overload: false, ...setup.config },
    {
      log: createLog({ destination: { write: (line) => void lines.push(JSON.parse(line)) } }),
      cwd: await temporaryFolder(),
      rateLimiter: UNLIMITED,
      ...setup.options,
    },
  );
  running.push(() => api.close());
  const { server, url } = await listen(await mount(api));
  return {
    api,
    url,
    server,
    lines,
    listProblems: () => lines.filter(({ level }) => level !== 'info' && level !== 'debug'),
    ask: (path, init) => fetch(`${url}${path}`, { redirect: 'manual', ...init }),
    raw: async (text) => (await openRaw(url, text)).closed,
    connect: (text) => openRaw(url, text),
  };
}

/** A server on a free port, which `stopHosts` closes. */
export async function listen(listener: RequestListener): Promise<{ server: Server; url: string }> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  running.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** Serves a function of the Fetch standard on Node's server, as Next does. */
export function toRequestListener(
  handle: (request: Request, address: string | undefined) => Response | Promise<Response>,
): RequestListener {
  return async (req, res) => {
    const response = await handle(toRequest(req, res), req.socket.remoteAddress);
    res.writeHead(response.status, [...response.headers].flat());
    res.end(Buffer.from(await response.arrayBuffer()));
  };
}

function toRequest(req: IncomingMessage, res: ServerResponse): Request {
  const controller = new AbortController();
  res.once('close', () => controller.abort());
  const { method = '', url = '', headers, rawHeaders } = req;
  const isSent = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  const pairs = rawHeaders.flatMap((name, index): [string, string][] =>
    index % 2 === 0 ? [[name, rawHeaders[index + 1] as string]] : [],
  );
  return new Request(`http://${headers.host}${url}`, {
    method,
    headers: pairs.filter(([name]) => !CONNECTION_HEADERS.has(name.toLowerCase())),
    signal: controller.signal,
    ...(isSent && !['GET', 'HEAD'].includes(method)
      ? { body: Readable.toWeb(req) as ReadableStream as never, duplex: 'half' }
      : {}),
  } as RequestInit);
}

/** What `Request` refuses. */
const CONNECTION_HEADERS = new Set(['connection', 'keep-alive', 'upgrade', 'expect']);
