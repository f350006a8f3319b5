import { once } from 'node:events';
import {
  connect,
  createServer,
  type Http2ServerRequest,
  type Http2ServerResponse,
  type OutgoingHttpHeaders,
} from 'node:http2';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import { afterEach, describe, expect, it } from 'vitest';
import { createRouter, toNodeListener } from '../../src/runtime/index.js';
import { HOSTED_ROUTES } from './support/hosted-routes.js';
import { startHost, stopHosts } from './support/start-host.js';

const stops: (() => void)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) stop();
  await stopHosts();
});

type Listener = (req: Http2ServerRequest, res: Http2ServerResponse) => void;
type Ask = (headers: OutgoingHttpHeaders, body?: string) => Promise<readonly [number | undefined, string]>;

async function listenOn(listener: Listener): Promise<Ask> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const client = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  stops.push(
    () => client.destroy(),
    () => server.close(),
  );
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

describe.each(['node:http', 'Koa'])('HTTP/2 under %s', (name) => {
  /** Has HTTP/2 answered by the same listener as HTTP/1. */
  async function start(): Promise<Ask> {
    const setup = { routes: HOSTED_ROUTES, config };
    if (name === 'node:http') {
      const { api } = await startHost(toNodeListener, (listener) => listener, setup);
      return listenOn(api as unknown as Listener);
    }
    const { api } = await startHost(createRouter, () => () => {}, setup);
    return listenOn(new Koa().use(api.routes() as Koa.Middleware).callback() as unknown as Listener);
  }

  it('answers calls with a body and without one', async () => {
    const ask = await start();
    expect(await ask({ ':path': '/api/about/Ada' })).toEqual([200, expect.stringContaining('"Ada"')]);
    expect(await ask({ ':path': '/api/items', ':method': 'DELETE' })).toEqual([204, '']);
    expect(await ask({ ...POST, 'content-length': 12 }, '{"name":"x"}')).toEqual([201, '"x"']);
    expect((await ask({ ':path': '/api/items', ':method': 'PUT' }))[0]).toBe(405);
  });

  it('reads a body that does not say how long it is', async () => {
    const ask = await start();
    expect(await ask(POST, '{"name":"x"}')).toEqual([201, '"x"']);
    expect((await ask(POST, `{"name":"${'x'.repeat(200)}"}`))[0]).toBe(413);
    expect((await ask({ ...POST, 'content-length': 0 }))[0]).toBe(400);
  });
});
