import { readFile } from 'node:fs/promises';
import { transform } from 'esbuild';
import type { Browser, Download, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import * as z from 'zod';
import { emitClient } from '../../src/compiler/emit/client/emit-client.js';
import { attachment, binary, procedure, redirect } from '../../src/index.js';
import {
  answer,
  model,
  procedure as modelOf,
  named,
  object,
  reference,
  UNDEFINED,
} from '../compiler/emit/client/fixture-model.js';
import { readParts } from '../compiler/emit/client/read-parts.js';
import { launchBrowser } from '../dashboard/support/launch-browser.js';
import { type RunningService, routeOf, startService, stopServices } from './support/start-service.js';

const NAME = 'Größen "1".bin';
const BYTES = Buffer.from(Array.from({ length: 300_000 }, (_, index) => (index * 7) % 256));

const at = (path: string) =>
  procedure.meta({ openapi: { enabled: true, tags: [], summary: '', method: 'GET', path, protect: false } });

const ROUTES = [
  routeOf(
    'files.read',
    at('/files')
      .output(binary())
      .query(({ ctx }) => {
        ctx.response.headers['Content-Disposition'] = attachment(NAME);
        return new Blob([BYTES]);
      }),
  ),
  routeOf(
    'files.open',
    at('/files/:name')
      .input(z.object({ name: z.string() }))
      .output(redirect())
      .query(({ input }) => `/page?opened=${encodeURIComponent(input.name)}`),
    { status: 303 },
  ),
];

const service = model(
  [named('In', object({ name: {} }))],
  [
    modelOf('files.open', 'GET /files/:name', {
      takes: reference('In'),
      ...answer('redirect', UNDEFINED, 303),
    }),
    modelOf('files.read', 'GET /files', answer('binary', { kind: 'keyword', name: 'Blob' })),
  ],
);

let browser: Browser;
let running: RunningService;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  running = await startService({ routes: ROUTES });
});
afterAll(async () => {
  await browser.close();
  await stopServices();
});
beforeEach(async () => {
  page = await browser.newPage();
  await page.route('**/page*', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Page</title>' }),
  );
  await page.goto(`${running.url}/page`);
  const { text } = emitClient(service, await readParts());
  const { code } = await transform(text, { loader: 'ts', format: 'esm', target: 'es2022' });
  await page.addScriptTag({
    type: 'module',
    content: `${code}\nglobalThis.api = createClient({ baseUrl: '' });`,
  });
  await page.waitForFunction('globalThis.api');
});
afterEach(() => page.close());

/** What was saved while `act` ran. */
async function save(act: () => Promise<unknown>): Promise<Download> {
  const [download] = await Promise.all([page.waitForEvent('download'), act()]);
  return download;
}

async function readSaved(download: Download): Promise<Buffer> {
  return readFile(await download.path());
}

it('A browser saves what a link leads to, under the name of the file.', async () => {
  await page.evaluate(() => {
    document.body.innerHTML = '<a href="/api/files">Save</a>';
  });
  const download = await save(() => page.click('a'));
  expect(download.suggestedFilename()).toBe(NAME.replaceAll('"', '_'));
  expect((await readSaved(download)).equals(BYTES)).toBe(true);
  expect(page.url()).toBe(`${running.url}/page`);
});

it('A page gets the bytes through the generated client, and saves them.', async () => {
  const download = await save(() =>
    page.evaluate(`(async () => {
      const blob = await api.files.read().orThrow();
      const link = Object.assign(document.createElement('a'), { href: URL.createObjectURL(blob), download: 'own.bin' });
      link.click();
    })()`),
  );
  expect(download.suggestedFilename()).toBe('own.bin');
  expect((await readSaved(download)).equals(BYTES)).toBe(true);
});

it('A browser follows a link to a redirect, whose URL the generated client has.', async () => {
  await page.evaluate(`
    document.body.append(Object.assign(document.createElement('a'), { href: api.files.open.url({ name: 'a/b & ü' }), textContent: 'Open' }));
  `);
  await page.click('a');
  await page.waitForURL(/opened=/);
  expect(page.url()).toBe(`${running.url}/page?opened=a%2Fb%20%26%20%C3%BC`);
});
