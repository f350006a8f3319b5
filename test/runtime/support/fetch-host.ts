import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Config } from '../../../src/definition/config.js';
import {
  createFetchHandler,
  type NodeListener,
  type RouteTable,
  type RuntimeOptions,
} from '../../../src/runtime/index.js';

type FetchHost = Pick<
  NodeListener,
  'ready' | 'close' | 'keyring' | 'replaceRoutes' | 'beginDrain' | 'hosting' | 'callback'
>;

/** The service as a fetch handler behind Node's server, as the adapters of Hono and Next have it. */
export function createFetchHost(routes: RouteTable, config: Config, options: RuntimeOptions): FetchHost {
  const handle = createFetchHandler(routes, config, options);
  const { ready, close, keyring, replaceRoutes, beginDrain } = handle;

  async function listen(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const gone = new AbortController();
    res.on('close', () => {
      if (!res.writableFinished) gone.abort();
    });
    const response = await handle(toRequest(req, gone.signal), { address: req.socket.remoteAddress });
    res.writeHead(
      response.status,
      [...response.headers].flatMap(([name, value]) => [printName(name), value]),
    );
    if (!req.complete) res.shouldKeepAlive = false;
    if (response.body === null) res.end();
    else await pipeline(Readable.fromWeb(response.body as never), res);
  }

  return {
    ready,
    close,
    keyring,
    replaceRoutes,
    beginDrain,
    hosting: {
      log: options.log as never,
      readAnswerTimeoutMs: () => config.answerTimeoutMs ?? 30_000,
      readAddress: (req) => req.socket.remoteAddress ?? '',
      describe: ({ req: { method, url } }) => ({ method, path: url?.split('?', 1)[0] }),
      abandonCalls: () => {},
    },
    callback: () => (req, res) => {
      listen(req, res).catch(() => res.destroy());
    },
  };
}

function toRequest(req: IncomingMessage, signal: AbortSignal): Request {
  const { method = 'GET', url = '/', rawHeaders } = req;
  const headers = new Headers();
  for (let index = 0; index < rawHeaders.length; index += 2)
    headers.append(rawHeaders[index] as string, rawHeaders[index + 1] as string);
  const hasBody = method !== 'GET' && method !== 'HEAD';
  return new Request(url.startsWith('/') ? `http://${req.headers.host || 'test'}${url}` : url, {
    method,
    headers,
    signal,
    ...(hasBody && { body: streamOf(req), duplex: 'half' }),
  } as RequestInit);
}

/** Not `Readable.toWeb`, which in Node 20 throws for what arrives after the stream was cancelled. */
function streamOf(req: IncomingMessage): ReadableStream<Uint8Array> {
  let isRead = false;
  const source: UnderlyingDefaultSource<Uint8Array> = {
    pull(controller) {
      if (isRead) return;
      isRead = true;
      req.on('data', (chunk: Buffer) => {
        if (!req.destroyed) controller.enqueue(new Uint8Array(chunk));
      });
      req.on('end', () => controller.close());
      req.on('error', (error) => controller.error(error));
    },
    cancel() {
      if (isRead) req.removeAllListeners('data').removeAllListeners('end').resume();
    },
  };
  // Nothing is read before somebody asks for it, as by Node's own server.
  return new ReadableStream(source, { highWaterMark: 0 });
}

/** A name as the service writes it, which `Headers` does not keep. */
function printName(name: string): string {
  return name
    .replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase())
    .replace('Www', 'WWW')
    .replace('Etag', 'ETag')
    .replace('Ratelimit', 'RateLimit');
}
