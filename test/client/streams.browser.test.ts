import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod';
import { eventStream, procedure, withId } from '../../src/index.js';
import { launchBrowser } from '../dashboard/support/launch-browser.js';
import {
  type RunningService,
  routeOf,
  startService,
  stopServices,
} from '../runtime/support/start-service.js';

const LAST = 6;
const runs: { lastEventId: string | null; isOver: boolean }[] = [];
/** Behind which event the handler waits until its caller has gone, once, and whether the server sees to that. */
let waiting = { at: 0, isCut: false };

const openapi = {
  enabled: true,
  tags: [],
  summary: '',
  protect: true,
  method: 'GET',
  path: '/ticks',
} as const;
const follow = procedure
  .meta({ openapi, rateLimit: false })
  .output(eventStream(z.object({ n: z.int() })))
  .query(async function* ({ ctx }) {
    const run = { lastEventId: ctx.lastEventId, isOver: false };
    runs.push(run);
    try {
      for (let n = Number(ctx.lastEventId ?? 0) + 1; n <= LAST; n++) {
        yield withId(n, { n });
        if (n !== waiting.at) continue;
        waiting.at = 0;
        // Once the event is on its way.
        if (waiting.isCut) setTimeout(() => service.http.server.closeAllConnections(), 100);
        await once(ctx.signal, 'abort');
      }
    } finally {
      run.isOver = true;
    }
  });

let browser: Browser;
let page: Page;
let pages: Server;
let service: RunningService;
let apiKey: string;

/** What the page is given: the client's runtime. */
const ENTRY = `
  import { createTransport } from './index.js';
  import { streamEvents } from './stream-events.js';
  const operation = { method: 'GET', path: '/ticks', answer: 'blob', isStream: true };
  globalThis.follow = (options, call) => streamEvents(createTransport(options), operation, undefined, call);
`;

beforeAll(async () => {
  pages = createServer((_req, res) => res.setHeader('Content-Type', 'text/html').end('<title>app</title>'));
  pages.listen(0, '127.0.0.1');
  await once(pages, 'listening');
  const origin = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`;
  service = await startService({
    routes: [routeOf('follow', follow, { rateLimit: false })],
    config: { cors: [origin] },
  });
  apiKey = await service.createKey();
  const { outputFiles } = await build({
    stdin: {
      contents: ENTRY,
      resolveDir: fileURLToPath(new URL('../../src/client/', import.meta.url)),
      loader: 'ts',
    },
    bundle: true,
    write: false,
    format: 'iife',
    target: 'es2022',
  });
  browser = await launchBrowser();
  page = await browser.newPage();
  await page.goto(origin);
  await page.addScriptTag({ content: outputFiles[0]?.text ?? '' });
});
afterAll(async () => {
  await browser?.close();
  pages?.close();
  await stopServices();
});

interface Window {
  follow(options: object, call?: object): AsyncIterable<{ n: number }>;
}

it('the client in Chromium goes on behind the last event after a broken connection', async () => {
  runs.length = 0;
  waiting = { at: 3, isCut: true };
  const numbers = await page.evaluate(
    async (options) => {
      const seen: number[] = [];
      for await (const { n } of (globalThis as unknown as Window).follow(options)) seen.push(n);
      return seen;
    },
    { baseUrl: service.url, apiKey },
  );
  expect(numbers).toEqual([1, 2, 3, 4, 5, 6]);
  expect(runs.map(({ lastEventId }) => lastEventId)).toEqual([null, '3']);
});

it('break in Chromium ends the handler', async () => {
  runs.length = 0;
  waiting = { at: 1, isCut: false };
  await page.evaluate(
    async (options) => {
      for await (const _ of (globalThis as unknown as Window).follow(options)) break;
    },
    { baseUrl: service.url, apiKey },
  );
  await expect.poll(() => runs.map(({ isOver }) => isOver)).toEqual([true]);
});

it('a signal in Chromium ends the handler', async () => {
  runs.length = 0;
  waiting = { at: 2, isCut: false };
  const kind = await page.evaluate(
    async (options) => {
      const leaving = new AbortController();
      const events = (globalThis as unknown as Window).follow(options, { signal: leaving.signal });
      try {
        for await (const { n } of events) if (n === 2) leaving.abort();
      } catch (error) {
        return (error as { kind: string }).kind;
      }
      return 'ended';
    },
    { baseUrl: service.url, apiKey },
  );
  expect(kind).toBe('aborted');
  await expect.poll(() => runs.map(({ isOver }) => isOver)).toEqual([true]);
});
