import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import * as z from 'zod';
import { binary, jsonLines, procedure, redirect } from '../../src/index.js';
import { launchBrowser } from '../dashboard/support/launch-browser.js';
import { type RunningService, routeOf, startService, stopServices } from './support/start-service.js';

const text = { type: 'string' };
const file = { type: 'string', format: 'binary' };
const letter = {
  type: 'object',
  properties: {
    letter: file,
    stamp: file,
    title: text,
    copies: { type: 'integer' },
    sender: { type: 'object', properties: { name: text }, required: ['name'] },
  },
  required: ['letter', 'title', 'sender'],
};
const encoding = {
  letter: { contentType: 'text/plain, application/pdf' },
  stamp: { contentType: 'application/octet-stream' },
  sender: { contentType: 'application/json' },
};

function describe(operationId: string, more: object): object {
  return { operationId, summary: operationId, tags: ['Letters'], security: [], ...more };
}

const answers = (type: string, schema: object = file) => ({
  responses: { 200: { description: 'Success.', content: { [type]: { schema } } } },
});

const DESCRIPTION = {
  openapi: '3.1.0',
  info: { title: 'Letters', version: '1.0.0' },
  servers: [{ url: '/api' }],
  tags: [{ name: 'Letters' }],
  paths: {
    '/letters': {
      post: describe('letters.send', {
        requestBody: { required: true, content: { 'multipart/form-data': { schema: letter, encoding } } },
        responses: { 201: { description: 'Sent.', content: { 'application/json': { schema: {} } } } },
      }),
    },
    '/lines': { get: describe('letters.list', answers('application/jsonl', text)) },
    '/picture': { get: describe('letters.picture', answers('image/png')) },
    '/document': { get: describe('letters.document', answers('application/pdf')) },
    '/latest': { get: describe('letters.latest', { responses: { 303: { description: 'There.' } } }) },
  },
};

const at = (method: 'GET' | 'POST', path: string) =>
  procedure.meta({
    openapi: {
      enabled: true,
      tags: [],
      summary: '',
      protect: false,
      method,
      path,
      ...(method === 'POST' && { status: 201 }),
    },
    rateLimit: false,
  });
const received: unknown[] = [];
const send = at('POST', '/letters')
  .input(
    z.object({
      letter: z.file().mime(['text/plain', 'application/pdf']),
      stamp: z.file().optional(),
      title: z.string(),
      copies: z.int().optional(),
      sender: z.object({ name: z.string() }),
    }),
  )
  .output(z.any())
  .mutation(async ({ input: { letter, stamp, ...rest } }) => {
    const { name, type } = letter;
    received.push({ ...rest, letter: [name, type, await letter.text()], stamp: await stamp?.text() });
    return 'sent';
  });
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
/** How often the picture was sent. */
let shown = 0;
const picture = at('GET', '/picture')
  .output(binary({ contentType: 'image/png' }))
  .query(() => {
    shown += 1;
    return PNG;
  });
const document = at('GET', '/document')
  .output(binary({ contentType: 'application/pdf' }))
  .query(() => Buffer.from('%PDF-1.4\n%%EOF\n'));
const list = at('GET', '/lines')
  .output(jsonLines(z.string()))
  .query(async function* () {
    yield* ['the first line', 'the second line'];
  });

const latest = at('GET', '/latest')
  .output(redirect(303))
  .query(() => '/api/picture');

let browser: Browser;
let page: Page;
let service: RunningService;

beforeAll(async () => {
  service = await startService({
    description: JSON.stringify(DESCRIPTION),
    options: { mode: 'development', now: Date.now },
    routes: [
      routeOf('letters.send', send, {
        body: 'required',
        plan: {
          form: {
            fields: {
              letter: { as: 'file' },
              stamp: { as: 'file' },
              title: { as: 'text' },
              copies: { as: 'text' },
              sender: { as: 'json' },
            },
            value: {
              object: {
                letter: 'file',
                stamp: 'file',
                title: 'string',
                copies: 'number',
                sender: { json: 'any' },
              },
            },
          },
        },
      }),
      routeOf('letters.picture', picture),
      routeOf('letters.document', document),
      routeOf('letters.list', list),
      routeOf('letters.latest', latest, { status: 303 }),
    ],
  });
  browser = await launchBrowser();
});
beforeEach(async () => {
  received.length = 0;
  page = await browser.newPage();
});
afterAll(async () => {
  await browser?.close();
  await stopServices();
});

async function openRequest(method: string, path: string): Promise<void> {
  await page.goto(`${service.url}/api/docs#tag/letters/${method}${path}`);
  await page.getByRole('button', { name: 'Test Request' }).filter({ hasText: path }).click();
}

async function press(): Promise<void> {
  await page.getByRole('button', { name: /^Send/ }).first().click();
}

it('the explorer sends a form with a file that its reader chooses', async () => {
  await openRequest('POST', '/letters');
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Select File' }).first().click();
  const buffer = Buffer.from('%PDF-1.4\n%%EOF\n');
  await (await choosing).setFiles({ name: 'a.pdf', mimeType: 'application/pdf', buffer });
  await press();
  await page.getByText('201 Created').waitFor();
  expect(received).toEqual([
    {
      title: '',
      sender: { name: '' },
      letter: ['a.pdf', 'application/pdf', buffer.toString()],
      stamp: undefined,
    },
  ]);
});

it('the explorer shows JSON Lines, and the picture that an operation answers with', async () => {
  await openRequest('GET', '/lines');
  await press();
  await page.getByText('the second line').first().waitFor();
  await page.close();
  page = await browser.newPage();
  await openRequest('GET', '/picture');
  await press();
  const picture = page.locator('img[src^="blob:"]');
  await picture.waitFor();
  expect(await picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(1);
});

it('the explorer offers another download to be saved', async () => {
  await openRequest('GET', '/document');
  await press();
  const preview = page.locator('iframe');
  await preview.waitFor({ state: 'attached' });
  expect(await preview.isVisible()).toBe(false);
  const downloading = page.waitForEvent('download');
  await page.getByText('Download', { exact: true }).last().click();
  expect((await downloading).suggestedFilename()).toMatch(/\.pdf$/);
});

it('the explorer tells what to do with a redirect, which it does not follow', async () => {
  shown = 0;
  await openRequest('GET', '/latest');
  await press();
  await page.getByText('The server answers with a redirect').first().waitFor();
  expect(shown).toBe(0);
});
