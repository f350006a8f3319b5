import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import * as z from 'zod';
import { actionResponse, ok, procedure } from '../../src/index.js';
import {
  type RunningService,
  routeOf,
  startService,
  stopServices,
} from '../runtime/support/start-service.js';
import { launchBrowser } from './support/launch-browser.js';
import { type Misdeeds, openWatchedPage } from './support/watch-page.js';

const run = promisify(execFile);

const openapi = { enabled: true, tags: ['Notes'], protect: true } as const;
const list = procedure
  .meta({
    openapi: { ...openapi, method: 'GET', path: '/notes', summary: 'List notes', scopes: ['notes:read'] },
  })
  .output(actionResponse(z.array(z.string())))
  .query(async () => ok([]));
const add = procedure
  .meta({
    openapi: { ...openapi, method: 'POST', path: '/notes', summary: 'Add a note', scopes: ['notes:write'] },
  })
  .input(z.object({ text: z.string() }))
  .output(actionResponse(z.string()))
  .mutation(async ({ input }) => ok(input.text));

const DESCRIPTION = {
  openapi: '3.1.1',
  info: { title: 'Notes', version: '1' },
  servers: [{ url: '/api' }],
  paths: {
    '/notes': {
      get: {
        operationId: 'notes.list',
        summary: 'List notes',
        security: [{ ApiKey: [] }],
        responses: { 200: { description: 'The notes.' } },
      },
    },
  },
  components: { securitySchemes: { ApiKey: { type: 'http', scheme: 'bearer' } } },
};

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

let service: RunningService;
let context: BrowserContext;
let page: Page;
let misdeeds: Misdeeds;
/** What a user did: each click, and each field that was filled in. */
let steps: string[];
beforeEach(async () => {
  service = await startService({
    description: JSON.stringify(DESCRIPTION),
    config: { info: { title: 'Notes' } },
    options: { mode: 'development', now: Date.now },
    routes: [routeOf('notes.list', list), routeOf('notes.add', add, { body: 'required' })],
  });
  steps = [];
});
afterEach(async () => {
  await context.close();
  await stopServices();
  expect(misdeeds).toEqual({ foreign: [], complaints: [] });
});

async function openLink(javaScriptEnabled = true): Promise<void> {
  context = await browser.newContext({ locale: 'en-US', javaScriptEnabled });
  ({ page, misdeeds } = await openWatchedPage(context, service.url));
  const { token } = await service.keyring.users.createSignInToken('local');
  await page.goto(`${service.url}/dashboard/sign-in?token=${token}`);
}

async function click(element: Locator): Promise<void> {
  await element.click();
  steps.push('click');
}

async function fill(field: Locator, text: string): Promise<void> {
  await field.fill(text);
  steps.push('fill');
}

const button = (name: string | RegExp) => page.getByRole('button', { name });

test('from a sign-in link to the first 200 in the explorer it takes three clicks and no paste', async () => {
  await openLink();
  await click(button('Sign in and open the API reference'));
  await click(button('Test Request').filter({ hasText: '/notes' }));
  const answered = page.waitForResponse((response) => response.url() === `${service.url}/api/notes`);
  await click(button(/^Send/).first());
  expect((await answered).status()).toBe(200);
  expect(steps).toEqual(['click', 'click', 'click']);
});

test('from a sign-in link to a copied command with a scoped key it takes six steps', async () => {
  await openLink();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await click(page.getByRole('button', { name: 'Sign in', exact: true }));
  await click(page.getByRole('link', { name: 'Create your first key' }));
  await fill(page.getByLabel('Name'), 'CI');
  await click(page.getByText('notes:read'));
  await click(button('Create key'));
  await click(button('Copy command'));
  expect(steps).toEqual(['click', 'click', 'fill', 'click', 'click', 'click']);

  await page.getByRole('status').filter({ hasText: 'Copied' }).waitFor();
  const command = await page.evaluate(() => navigator.clipboard.readText());
  expect((await run('sh', ['-c', `${command} --silent`])).stdout).toContain('"success":true');
  expect(await service.keyring.apiKeys.list('local')).toMatchObject([{ scopes: ['notes:read'] }]);
});

test('without a script a sign-in link leads to the explorer too', async () => {
  await openLink(false);
  await button('Sign in and open the API reference').click();
  expect(page.url()).toBe(`${service.url}/api/docs`);
});
