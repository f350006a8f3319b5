import { once } from 'node:events';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod';
import { eventStream, procedure, withId } from '../../src/index.js';
import { launchBrowser } from '../dashboard/support/launch-browser.js';
import { type RunningService, routeOf, startService, stopServices } from './support/start-service.js';

const data = { type: 'object', properties: { headline: { type: 'string' } }, required: ['headline'] };
const event = { type: 'object', properties: { id: { type: 'string' }, data }, required: ['data'] };
const DESCRIPTION = {
  openapi: '3.1.0',
  info: { title: 'News', version: '1.0.0' },
  servers: [{ url: '/api' }],
  tags: [{ name: 'News' }],
  paths: {
    '/news': {
      get: {
        operationId: 'news.follow',
        summary: 'Follow the news',
        tags: ['News'],
        security: [],
        responses: { 200: { description: 'Events.', content: { 'text/event-stream': { schema: event } } } },
      },
    },
  },
};

let isOver = false;
const openapi = {
  enabled: true,
  tags: [],
  summary: '',
  protect: false,
  method: 'GET',
  path: '/news',
} as const;
const follow = procedure
  .meta({ openapi, rateLimit: false })
  .output(eventStream(z.object({ headline: z.string() })))
  .query(async function* ({ ctx }) {
    try {
      yield withId(1, { headline: 'Rain in the north' });
      yield withId(2, { headline: 'Sun in the south' });
      await once(ctx.signal, 'abort');
    } finally {
      isOver = true;
    }
  });

let browser: Browser;
let page: Page;
let service: RunningService;

beforeAll(async () => {
  service = await startService({
    description: JSON.stringify(DESCRIPTION),
    options: { mode: 'development', now: Date.now },
    routes: [routeOf('news.follow', follow, { rateLimit: false })],
  });
  browser = await launchBrowser();
  page = await browser.newPage();
});
afterAll(async () => {
  await browser?.close();
  await stopServices();
});

it('the explorer shows the events of an open stream as they come, and a sample that reads them', async () => {
  await page.goto(`${service.url}/api/docs`);
  await page.getByText('for await').first().waitFor();
  await page.getByRole('button', { name: 'Test Request' }).filter({ hasText: '/news' }).click();
  await page.getByRole('button', { name: /^Send/ }).first().click();
  await page.getByText('Sun in the south').first().waitFor();
  expect(isOver).toBe(false);
  await page.close();
  await expect.poll(() => isOver).toBe(true);
});
