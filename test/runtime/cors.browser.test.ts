import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { procedure } from '../../src/index.js';
import { type RunningService, routeOf, startService, stopServices } from './support/start-service.js';

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
];

let calls = 0;
const open = procedure
  .meta({ openapi: { enabled: true, tags: [], summary: '', method: 'POST', path: '/notes', protect: true } })
  .input(z.object({ text: z.string() }))
  .output(z.object({ text: z.string() }))
  .mutation(({ input }) => {
    calls += 1;
    return input;
  });

describe('H-11 A page in Chromium', () => {
  let browser: Browser;
  let service: RunningService;
  let pages: Server;
  let origin: string;
  let key: string;

  beforeAll(async () => {
    pages = createServer((_req, res) => res.setHeader('Content-Type', 'text/html').end('<title>app</title>'));
    pages.listen(0, '127.0.0.1');
    await once(pages, 'listening');
    const address = pages.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    origin = `http://localhost:${port}`;
    service = await startService({
      routes: [routeOf('notes.add', open, { body: 'required' })],
      config: { cors: [origin] },
    });
    key = await service.createKey();
    browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: FLAGS });
  });
  afterAll(async () => {
    await browser?.close();
    pages?.close();
    await stopServices();
  });

  /** Calls the service from a page of `from`, and gives what the page could read. */
  async function callFrom(from: string, authorization: string) {
    const page = await browser.newPage();
    await page.goto(from);
    const read = await page.evaluate(
      async ({ url, header }) => {
        try {
          const answer = await fetch(`${url}/api/notes`, {
            method: 'POST',
            headers: { Authorization: header, 'Content-Type': 'application/json', 'Idempotency-Key': 'one' },
            body: '{"text":"hello"}',
          });
          const names = ['x-request-id', 'ratelimit', 'x-ratelimit-remaining', 'www-authenticate'];
          const headers = names.filter((name) => answer.headers.has(name));
          return { status: answer.status, headers, body: await answer.json() };
        } catch (error) {
          return (error as Error).message;
        }
      },
      { url: service.url, header: authorization },
    );
    await page.close();
    return read;
  }

  it('of a listed origin calls with its key, and reads answer and limits', async () => {
    expect(await callFrom(origin, `Bearer ${key}`)).toEqual({
      status: 200,
      headers: ['x-request-id', 'ratelimit', 'x-ratelimit-remaining'],
      body: { text: 'hello' },
    });
  });

  it('of a listed origin reads what went wrong', async () => {
    expect(await callFrom(origin, 'Bearer wrong')).toEqual({
      status: 401,
      headers: ['x-request-id', 'www-authenticate'],
      body: { success: false, message: 'A valid API key is required.' },
    });
  });

  it('of another origin reads nothing, and its call is not even made', async () => {
    calls = 0;
    expect(await callFrom(origin.replace('localhost', '127.0.0.1'), `Bearer ${key}`)).toBe('Failed to fetch');
    expect(calls).toBe(0);
  });
});
