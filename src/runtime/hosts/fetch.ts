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

/** What the host knows of a request beside what is in it. */
export interface RequestInfo {
  /** The address of the connection's other end. Without it `trustProxy` decides whether `X-Forwarded-For` is believed. */
  readonly address?: string | undefined;
}

/** What `createFetchHandler` makes: a function for Next, Hono, `Bun.serve` and `Deno.serve`. */
export interface FetchHandler extends Running {
  /** Hosts hand over other things in the second place, which are passed over. */
  (request: Request, info?: RequestInfo | object): Promise<Response>;
}

/**
 * The service as a function from a request of the Fetch standard to its response. What is not the service's is a 404.
 * Opening the store begins at once; requests that come earlier wait. Throws a ConfigurationError for a setting that cannot be.
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
    const log = app.watch?.(exchange);
    const answering = app.answer(call);
    if (answering) await answering;
    const { body, status } = call.answer;
    // Whether anyone reads the response is not known here, and one that nobody reads must not keep others out.
    call.leaveGate();
    const end = (error?: Error | null) => {
      exchange.end();
      log?.(error || request.signal.aborted ? null : status, call);
    };
    if (body instanceof Readable) {
      exchange.onGone(() => body.destroy());
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
  // Set afterwards: `new Response` checks each of those that it is given twice. They replace the type that a text brings.
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
 * The stream as one of the web platform, which reads only what is asked for. `Readable.toWeb` throws outside of everything that
 * could catch it where its reader goes away while a chunk is under way. A host may let go of a response without a word: the
 * stream is destroyed when nobody asks for the next chunk for `timeoutMs`, and a millisecond more for each byte of the last.
 */
function toWeb(body: Readable, timeoutMs: number): ReadableStream<Uint8Array> {
  const chunks: AsyncIterator<Uint8Array> = body[Symbol.asyncIterator]();
  const expectReader = (bytes: number) =>
    setTimeout(() => body.destroy(), Math.min(timeoutMs + bytes, TIMER_MAX_MS)).unref();
  let timer = expectReader(0);
  body.once('close', () => clearTimeout(timer));
  return new ReadableStream(
    {
      async pull(controller) {
        clearTimeout(timer);
        const { done, value } = await chunks.next();
        if (done) return controller.close();
        timer = expectReader(value.length);
        controller.enqueue(value);
      },
      cancel: () => void body.destroy(),
    },
    { highWaterMark: 0 },
  );
}
