import { once } from 'node:events';
import {
  type ClientHttp2Session,
  connect,
  constants,
  createServer,
  type Http2ServerRequest,
  type Http2ServerResponse,
  type OutgoingHttpHeaders,
} from 'node:http2';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { binary, eventStream, procedure } from '../../src/index.js';
import { createApp, type Running, toNodeListener } from '../../src/runtime/index.js';
import { HOSTED_ROUTES, handlers } from './support/hosted-routes.js';
import { openMeta } from './support/small-procedures.js';
import { startHost, stopHosts } from './support/start-host.js';
import { routeOf } from './support/start-service.js';

const stops: (() => void)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) stop();
  await stopHosts();
});

type Listener = (req: Http2ServerRequest, res: Http2ServerResponse) => void;
type Ask = (headers: OutgoingHttpHeaders, body?: string) => Promise<readonly [number | undefined, string]>;

interface Started {
  readonly api: Running;
  readonly client: ClientHttp2Session;
  readonly lines: Record<string, unknown>[];
}

async function connectTo(listener: Listener): Promise<ClientHttp2Session> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const client = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  stops.push(
    () => client.destroy(),
    () => server.close(),
  );
  return client;
}

function askOf(client: ClientHttp2Session): Ask {
  return async (headers, body) => {
    const stream = client.request(headers).setEncoding('utf8');
    stream.end(body);
    let text = '';
    stream.on('data', (chunk: string) => {
      text += chunk;
    });
    const [[answer]] = await Promise.all([once(stream, 'response'), once(stream, 'close')]);
    return [answer[':status'], text];
  };
}

const config = { bodyLimit: 100 };
const POST = { ':method': 'POST', ':path': '/api/items', 'content-type': 'application/json' };

const late = routeOf(
  'late',
  procedure
    .meta(openMeta('GET', '/late'))
    .output(z.void())
    .query(async ({ ctx }) => {
      const left = once(ctx.signal, 'abort');
      handlers.emit('waiting');
      await left;
      if (ctx.koa) ctx.koa.body = 'late';
    }),
);

const broken = routeOf(
  'broken',
  procedure
    .meta(openMeta('GET', '/broken'))
    .output(binary({ contentType: 'text/plain' }))
    .query(() =>
      Readable.from(
        (async function* () {
          yield Buffer.from('begun');
          await setTimeout(50);
          throw new Error('The disk is on fire.');
        })(),
      ),
    ),
);

const recorded: string[] = [];
const record = routeOf(
  'record',
  procedure
    .meta(openMeta('POST' as 'GET', '/recorded'))
    .input(z.object({ name: z.string() }))
    .output(z.void())
    .mutation(({ input }) => void recorded.push(input.name)),
  { status: 204, body: 'required' },
);

const events = routeOf(
  'events',
  procedure
    .meta(openMeta('GET', '/events'))
    .output(eventStream(z.number()))
    .query(async function* ({ ctx }) {
      try {
        yield 1;
        yield 2;
        await once(ctx.signal, 'abort');
      } finally {
        handlers.emit('aborted');
      }
    }),
);

describe.each(['node:http', 'Koa'])('HTTP/2 under %s', (name) => {
  /** Has HTTP/2 answered by the same listener as HTTP/1. */
  async function start(): Promise<Started> {
    const setup = {
      routes: [...HOSTED_ROUTES, late, broken, record, events],
      config: { ...config, accessLog: true },
    };
    if (name === 'node:http') {
      const { api, lines } = await startHost(toNodeListener, (listener) => listener, setup);
      return { api, lines, client: await connectTo(api as unknown as Listener) };
    }
    const { api, lines } = await startHost(createApp, () => () => {}, setup);
    return { api, lines, client: await connectTo(api.callback() as unknown as Listener) };
  }

  it('answers calls with a body and without one', async () => {
    const ask = askOf((await start()).client);
    expect(await ask({ ':path': '/api/about/Ada' })).toEqual([200, expect.stringContaining('"Ada"')]);
    expect(await ask({ ':path': '/api/items', ':method': 'DELETE' })).toEqual([204, '']);
    expect(await ask({ ...POST, 'content-length': 12 }, '{"name":"x"}')).toEqual([201, '"x"']);
    expect((await ask({ ':path': '/api/items', ':method': 'PUT' }))[0]).toBe(405);
  });

  it('reads a body that does not say how long it is', async () => {
    const ask = askOf((await start()).client);
    expect(await ask(POST, '{"name":"x"}')).toEqual([201, '"x"']);
    expect((await ask(POST, `{"name":"${'x'.repeat(200)}"}`))[0]).toBe(413);
    expect((await ask({ ...POST, 'content-length': 0 }))[0]).toBe(400);
  });

  it('does not run a call whose caller broke off after all of the body but its end', async () => {
    const { client, lines } = await start();
    const stream = client.request({ ...POST, ':path': '/api/recorded' });
    stream.write('{"name":');
    stream.write('"x"}');
    await setTimeout(50);
    stream.destroy();
    await expect
      .poll(() => lines.find(({ path }) => path === '/api/recorded'))
      .toMatchObject({ status: 499 });
    expect(recorded).toEqual([]);
  });

  it('answers HEAD with the headers of GET', async () => {
    const { client } = await start();
    const head = client.request({ ':method': 'HEAD', ':path': '/api/about/Ada' });
    const [headers] = await once(head, 'response');
    expect(headers).toMatchObject({
      ':status': 200,
      'content-type': 'application/json; charset=utf-8',
      'x-request-id': expect.any(String),
    });
    expect(await head.toArray()).toEqual([]);
  });

  it('tells a handler that its caller has left, and the log that it has no answer', async () => {
    const { client, lines } = await start();
    const [waiting, aborted] = [once(handlers, 'waiting'), once(handlers, 'aborted')];
    const stream = client.request({ ':path': '/api/wait' });
    await waiting;
    stream.close(constants.NGHTTP2_CANCEL);
    expect((await aborted)[0]).toMatchObject({ code: 'CLIENT_CLOSED_REQUEST' });
    await expect.poll(() => lines.find(({ path }) => path === '/api/wait')).toMatchObject({ status: 499 });
  });

  it('has done with a call whose caller has left once its handler has', async () => {
    const { api, client } = await start();
    const waiting = once(handlers, 'waiting');
    const stream = client.request({ ':path': '/api/late' });
    await waiting;
    stream.close(constants.NGHTTP2_CANCEL);
    await api.close(Number.POSITIVE_INFINITY);
  });

  it('ends a stream of events whose caller has left', async () => {
    const { api, client } = await start();
    const aborted = once(handlers, 'aborted');
    const stream = client.request({ ':path': '/api/events' }).setEncoding('utf8');
    let text = '';
    for await (const chunk of stream) {
      text += chunk;
      if (text.includes('data: 2')) break;
    }
    await aborted;
    await api.close(Number.POSITIVE_INFINITY);
  });

  it('does not end an answer that breaks off as if it were whole', async () => {
    const { client } = await start();
    const stream = client.request({ ':path': '/api/broken' });
    await expect(stream.toArray()).rejects.toThrow('NGHTTP2_');
  });
});
