import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  createTransport,
  type FetchSettings,
  type Operation,
  type TransportOptions,
} from '../../src/client/index.js';

const CREATE: Operation = { method: 'POST', path: '/things', body: true };
const LIST: Operation = { method: 'GET', path: '/things' };
const STATUSES = [301, 302, 303, 307, 308];
const MESSAGE = 'The server redirected; init.redirect forbids it.';
const SECRETS: Partial<TransportOptions> = { apiKey: 'secret', headers: { 'X-Api-Key': 'secret' } };

/** An origin that leads every request elsewhere, and one that answers every request with a success. */
const leading = createServer((request, response) => {
  led.push(request.url ?? '');
  response.writeHead(status, { location }).end();
});
const foreign = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  reached.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end('{"success":true,"payload":"foreign"}');
});

let status = 302;
let location = '';
let led: string[] = [];
let reached: { headers: IncomingMessage['headers']; body: string }[] = [];
let baseUrl = '';
let foreignUrl = '';

beforeAll(async () => {
  for (const server of [leading, foreign])
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(leading.address() as AddressInfo).port}`;
  foreignUrl = `http://127.0.0.1:${(foreign.address() as AddressInfo).port}/api/things`;
});
beforeEach(() => {
  led = [];
  reached = [];
});
afterAll(() => {
  for (const server of [leading, foreign]) {
    server.close();
    server.closeAllConnections();
  }
});

describe('H-24 The client follows no redirect', () => {
  describe.each(STATUSES)('%i', (code) => {
    test('to another origin: neither credentials, nor the body, nor the idempotency key leave', async () => {
      [status, location] = [code, foreignUrl];
      const send = createTransport({ baseUrl, ...SECRETS });
      const result = await send(CREATE, { name: 'private' }, { idempotencyKey: 'k' });
      expect(result).toMatchObject({ success: false, kind: 'network', message: MESSAGE, errors: [] });
      expect(reached).toEqual([]);
      expect(led).toEqual(['/api/things']);
    });

    test('within its origin either, and is not tried again', async () => {
      [status, location] = [code, `${baseUrl}/api/elsewhere`];
      const result = await createTransport({ baseUrl, ...SECRETS })(LIST, undefined, { retries: 2 });
      expect(result).toMatchObject({ success: false, kind: 'network', message: MESSAGE });
      expect(led).toEqual(['/api/things']);
    });
  });

  test('where init has other settings, or a redirect that is undefined', async () => {
    [status, location] = [307, foreignUrl];
    const redirect = { redirect: undefined } as unknown as FetchSettings;
    for (const init of [{ cache: 'no-store' } as const, redirect]) {
      const result = await createTransport({ baseUrl, ...SECRETS })(LIST, undefined, { init });
      expect(result).toMatchObject({ kind: 'network', message: MESSAGE });
    }
    expect(reached).toEqual([]);
  });

  test('unless init.redirect asks for it', async () => {
    [status, location] = [307, foreignUrl];
    const send = createTransport({ baseUrl });
    const result = await send(CREATE, { name: 'n' }, { init: { redirect: 'follow' } });
    expect(result).toMatchObject({ success: true, payload: 'foreign' });
    expect(reached.map(({ body }) => body)).toEqual(['{"name":"n"}']);
  });

  test('and a redirect that the caller reads is no success', async () => {
    [status, location] = [302, foreignUrl];
    const init = { redirect: 'manual' } as const;
    const result = await createTransport({ baseUrl, ...SECRETS })(LIST, undefined, { init, retries: 2 });
    expect(result).toMatchObject({ success: false, kind: 'http', status: 302 });
    expect(led).toHaveLength(1);
    expect(reached).toEqual([]);
  });

  test('and the opaque answer that a browser makes of a redirect is no success', async () => {
    let tries = 0;
    const opaque = async () => {
      tries++;
      return Object.defineProperties(Response.error(), { type: { value: 'opaqueredirect' } });
    };
    const send = createTransport({ baseUrl, fetch: opaque });
    for (const answer of ['plain', 'empty', 'optional', undefined] as const) {
      const operation: Operation = answer ? { ...LIST, answer } : LIST;
      const result = await send(operation, undefined, { init: { redirect: 'manual' }, retries: 2 });
      expect(result).toMatchObject({ success: false, kind: 'http', status: 0 });
    }
    expect(tries).toBe(4);
  });

  test('and a runtime that knows no such setting does not speak of a redirect', async () => {
    const refuse = async () => {
      throw new TypeError('Invalid redirect value, must be one of "follow" or "manual".');
    };
    const result = await createTransport({ baseUrl, fetch: refuse })(LIST, undefined, { retries: 0 });
    expect(result).toMatchObject({ kind: 'network', message: 'The connection failed.' });
  });
});
