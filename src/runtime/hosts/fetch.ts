import { finished, Readable } from 'node:stream';
import type { Config } from '../../definition/config.js';
import { createApplication } from '../application.js';
import { TIMER_MAX_MS } from '../repeat.js';
import type { Answer } from '../respond/answer.js';
import type { RouteTable } from '../route-table.js';
import type { Running } from '../running.js';
import type { RuntimeOptions } from '../runtime-options.js';
import { FetchExchange } from './fetch-exchange.js';
import { logBrokenAnswers } from './log-broken-answers.js';

/** What the host knows about a request beyond the `Request` itself. */
export interface RequestInfo {
  /** The remote address of the connection. Without it, `trustProxy` decides whether `X-Forwarded-For` is believed. */
  readonly address?: string | undefined;
}

/** A function for Next, Hono, `Bun.serve` and `Deno.serve`, created by `createFetchHandler`. */
export interface FetchHandler extends Running {
  /** Some hosts pass other values as the second argument; they are ignored. */
  (request: Request, info?: RequestInfo | object): Promise<Response>;
}

/**
 * Creates the service as a function from a Fetch API request to its response. A request outside the service gets a 404.
 * Opening the store begins at once; requests that come earlier wait. Throws a ConfigurationError for an invalid
 * setting.
 */
export function createFetchHandler(
  routes: RouteTable,
  config: Config = {},
  options: RuntimeOptions = {},
): FetchHandler {
  const app = createApplication(routes, config, options);
  const logBroken = logBrokenAnswers(app.log);

  async function handle(request: Request, info?: RequestInfo): Promise<Response> {
    const address: unknown = info?.address;
    const exchange = new FetchExchange(request, typeof address === 'string' ? address : undefined);
    const call = app.begin(exchange) ?? app.beginUnknown(exchange);
    const log = app.accessLog?.(exchange);
    const answering = app.answer(call);
    if (answering) await answering;
    const { body, status } = call.answer;
    // It is unknown whether the response is read, and an unread one must not keep other requests out.
    call.releasePlace();
    const end = (error?: Error | null) => {
      exchange.end();
      log?.(error || request.signal.aborted ? null : status, call);
    };
    if (body instanceof Readable) {
      exchange.onDisconnect(() => body.destroy());
      finished(body, (error) => {
        if (error) logBroken(error, call);
        end(error);
      });
    } else end();
    return createResponse(call.answer, exchange.method, app.readAnswerTimeoutMs());
  }

  const { ready, close, keyring, replaceRoutes, beginDrain } = app;
  return Object.assign(handle, { ready, close, keyring, replaceRoutes, beginDrain });
}

function createResponse({ status, headers, body }: Answer, method: string, timeoutMs: number): Response {
  const content = body instanceof Readable ? toWeb(body, timeoutMs) : body;
  const response = new Response(method === 'HEAD' ? null : (content as BodyInit | null), { status });
  // Set afterwards: `new Response` validates each header twice. They replace the type that a string body adds.
  for (let index = 0; index < headers.length; index += 2) {
    const name = headers[index] as string;
    const value = headers[index + 1] as string | string[];
    if (typeof value === 'string') response.headers.set(name, value);
    else {
      response.headers.delete(name);
      for (const each of value) response.headers.append(name, each);
    }
  }
  return response;
}

/**
 * Converts to a web stream that reads on demand. `Readable.toWeb` throws an uncaught exception if its reader is
 * cancelled while a chunk is pending. A host may drop a response silently, so the stream is destroyed if nobody
 * requests the next chunk within `timeoutMs` plus one millisecond per byte of the last chunk.
 */
function toWeb(body: Readable, timeoutMs: number): ReadableStream<Uint8Array> {
  const chunks: AsyncIterator<Uint8Array> = body[Symbol.asyncIterator]();
  const startReadTimeout = (bytes: number) =>
    setTimeout(() => body.destroy(), Math.min(timeoutMs + bytes, TIMER_MAX_MS)).unref();
  let timer = startReadTimeout(0);
  body.once('close', () => clearTimeout(timer));
  return new ReadableStream(
    {
      async pull(controller) {
        clearTimeout(timer);
        const { done, value } = await chunks.next();
        if (done) return controller.close();
        timer = startReadTimeout(value.length);
        controller.enqueue(value);
      },
      cancel: () => void body.destroy(),
    },
    { highWaterMark: 0 },
  );
}
