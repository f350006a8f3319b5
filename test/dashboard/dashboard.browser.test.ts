import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { bearer, json, type RunningService, stopServices } from '../runtime/support/start-service.js';
import { launchBrowser } from './support/launch-browser.js';
import { startNotesService } from './support/start-notes-service.js';
import { type Misdeeds, openWatchedPage } from './support/watch-page.js';

const run = promisify(execFile);

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

let service: RunningService;
let context: BrowserContext | undefined;
let misdeeds: Misdeeds;
beforeEach(async () => {
  service = await startNotesService();
});
afterEach(async () => {
  await context?.close();
  await stopServices();
  expect(misdeeds).toEqual({ foreign: [], complaints: [] });
});

async function openPage(options: BrowserContextOptions = {}): Promise<Page> {
  context = await browser.newContext({ locale: 'en-US', ...options });
  await context.grantPermissions(
    options.javaScriptEnabled === false ? [] : ['clipboard-read', 'clipboard-write'],
  );
  const opened = await openWatchedPage(context, service.url);
  misdeeds = opened.misdeeds;
  return opened.page;
}

async function openLink(page: Page): Promise<void> {
  const { token } = await service.keyring.users.createSignInToken('local');
  await page.goto(`${service.url}/dashboard/sign-in?token=${token}`);
}

async function signIn(page: Page): Promise<void> {
  await openLink(page);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('**/dashboard/api-keys');
}

const call = async (key: string) => (await service.ask('/api/notes', bearer(key))).status;
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '');

test('with a script: sign in, create, copy, call the API, see the last use, rotate, delete, and the next call is a 401', async () => {
  const page = await openPage();
  await signIn(page);
  expect(await page.title()).toBe('API keys · Notes');

  await page.getByRole('link', { name: 'Create your first key' }).click();
  await page.getByLabel('Name').fill('CI <b>');
  const warning = page.getByText('A key that never expires');
  expect(await warning.isVisible()).toBe(false);
  await page.getByRole('radio', { name: 'Never' }).check();
  expect(await warning.isVisible()).toBe(true);
  await page.getByRole('radio', { name: '30 days' }).check();
  await page.getByRole('radio', { name: 'Read only' }).check();
  await page.getByRole('button', { name: 'Create key' }).click();

  const field = page.getByLabel('Your new key');
  const key = await field.inputValue();
  await page.getByRole('button', { name: 'Copy key' }).click();
  await page.getByRole('status').filter({ hasText: 'Copied' }).waitFor();
  expect(await clipboard(page)).toBe(key);
  await page.getByRole('button', { name: 'Copy command' }).click();
  await expect.poll(() => clipboard(page)).toContain('curl');
  const command = await clipboard(page);
  expect(command).toBe(`curl -H "Authorization: Bearer ${key}" ${service.url}/api/notes`);

  expect(await row(page, 'CI <b>').textContent()).toContain('Never');
  expect((await run('sh', ['-c', `${command} --silent`])).stdout).toContain('"success":true');
  expect((await service.ask('/api/notes', json({ text: 'x' }, bearer(key).headers))).status).toBe(403);
  await page.getByRole('link', { name: 'I have saved it' }).click();
  expect(await page.content()).not.toContain(key);
  await page.reload();
  expect(await row(page, 'CI <b>').textContent()).toContain('Just now');

  await page.getByRole('link', { name: 'Rotate CI <b>' }).click();
  await page.getByRole('button', { name: 'Rotate key' }).click();
  const next = await field.inputValue();
  expect(next).not.toBe(key);
  expect(await page.getByText('expires in 1 day').isVisible()).toBe(true);
  expect([await call(key), await call(next)]).toEqual([200, 200]);

  for (const remaining of [1, 0]) {
    await page.getByRole('link', { name: 'Delete CI <b>' }).first().click();
    await page.getByRole('dialog', { name: 'Delete the key “CI <b>”?' }).waitFor();
    await page.getByRole('button', { name: 'Delete key' }).click();
    await expect.poll(() => page.getByRole('link', { name: 'Delete CI <b>' }).count()).toBe(remaining);
    expect(await call(next)).toBe(401);
  }
  expect(await call(key)).toBe(401);
  expect(await page.getByText('The key was deleted and no longer works.').first().isVisible()).toBe(true);
  expect(await page.getByText('No API keys yet').isVisible()).toBe(true);

  expect(await page.title()).toBe('API keys · Notes');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByText('You are signed out.').waitFor();
  expect(await context?.cookies()).toEqual([]);
});

test('without a script: the same, by pages alone', async () => {
  const page = await openPage({ javaScriptEnabled: false });
  await signIn(page);
  await page.getByRole('link', { name: 'Create your first key' }).click();
  expect(await page.title()).toBe('Create an API key · Notes');
  await page.getByLabel('Name').fill('CI');
  await page.getByRole('button', { name: 'Create key' }).click();
  expect(await page.title()).toBe('Save your new key · Notes');
  const key = await page.getByLabel('Your new key').inputValue();
  const command = await page.getByLabel('Try it').inputValue();
  expect(await page.getByRole('button', { name: 'Copy key' }).isVisible()).toBe(false);
  // Nothing here keeps the key through another action, so that there is none.
  expect(await page.getByRole('link').allTextContents()).toEqual(['I have saved it']);
  expect((await run('sh', ['-c', `${command} --silent`])).stdout).toContain('"success":true');
  await page.getByRole('link', { name: 'I have saved it' }).click();
  expect(await row(page, 'CI').textContent()).toContain('Just now');

  await page.getByRole('link', { name: 'Rotate CI' }).click();
  await page.getByRole('radio', { name: 'Immediately' }).check();
  await page.getByRole('button', { name: 'Rotate key' }).click();
  const next = await page.getByLabel('Your new key').inputValue();
  expect([await call(key), await call(next)]).toEqual([401, 200]);
  await page.getByRole('link', { name: 'I have saved it' }).click();

  await page.getByRole('link', { name: 'Delete CI' }).click();
  await page.getByRole('heading', { name: 'Delete the key “CI”?' }).waitFor();
  await page.getByRole('link', { name: 'Cancel' }).click();
  await page.getByRole('link', { name: 'Delete CI' }).click();
  await page.getByRole('button', { name: 'Delete key' }).click();
  await page.getByText('The key was deleted and no longer works.').waitFor();
  expect(await call(next)).toBe(401);
});

test('by keyboard alone: sign in, skip to the content, create, copy, put away, rotate, delete, and the focus is never lost', async () => {
  const page = await openPage();
  const press = (...keys: string[]) =>
    keys.reduce((before, name) => before.then(() => page.keyboard.press(name)), Promise.resolve());
  await openLink(page);
  await expect.poll(() => focused(page)).toBe('Sign in');
  await press('Enter');
  await page.waitForURL('**/dashboard/api-keys');

  await press('Tab');
  expect(await focused(page)).toBe('Skip to the content');
  await press('Enter', 'Tab');
  expect(await focused(page)).toBe('Create your first key');
  await press('Enter');
  await page.getByRole('dialog', { name: 'Create an API key' }).waitFor();
  await page.keyboard.type('CI');
  await press('Tab', 'ArrowDown', 'Tab', 'ArrowRight', 'Enter');
  const key = await page.getByLabel('Your new key').inputValue();
  const [{ record } = { record: null }] = [await service.keyring.apiKeys.verify(key)].flatMap(
    (found) => found ?? [],
  );
  expect(record?.scopes).toEqual(['read']);
  expect(record?.expiresAt?.getTime()).toBeGreaterThan(Date.now() + 364 * 86_400_000);

  // The new key has the focus and is selected as a whole.
  expect(await page.evaluate(() => String(getSelection()))).toBe(key);
  await press('Tab', 'Enter');
  await expect.poll(() => clipboard(page)).toBe(key);
  await press('Tab', 'Tab', 'Tab', 'Tab', 'Tab', 'Tab');
  expect(await focused(page)).toBe('I have saved it');
  await press('Enter');
  expect(await focused(page)).toBe('Your keys');

  await press('Tab', 'Tab');
  expect(await focused(page)).toBe('Rotate CI');
  await press('Enter');
  await page.getByRole('dialog', { name: 'Rotate the key “CI”' }).waitFor();
  await press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  expect(await focused(page)).toBe('Rotate CI');
  await press('Enter');
  await page.getByRole('button', { name: 'Rotate key' }).waitFor();
  await press('ArrowRight', 'Enter');
  await page.getByText('expires in 7 days').waitFor();
  await press('Tab', 'Tab', 'Tab', 'Tab', 'Tab', 'Tab', 'Tab', 'Enter');

  await press('Tab', 'Tab', 'Tab', 'Tab', 'Tab', 'Tab');
  expect(await focused(page)).toBe('Delete CI');
  await press('Enter');
  await page.getByRole('dialog', { name: 'Delete the key “CI”?' }).waitFor();
  expect(await focused(page)).toBe('Cancel');
  await press('Tab', 'Enter');
  await expect.poll(() => row(page, 'CI').count()).toBe(1);
  expect(await focused(page)).toBe('Delete CI');
  expect(
    await page.getByRole('status').filter({ hasText: 'The key was deleted and no longer works.' }).count(),
  ).toBe(1);
  await press('Enter');
  await page.getByRole('dialog').waitFor();
  await press('Tab', 'Enter');
  await page.getByText('No API keys yet').waitFor();
  expect(await focused(page)).toBe('Create your first key');
});
