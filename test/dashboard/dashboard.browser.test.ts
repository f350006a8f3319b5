import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { launchBrowser } from './support/launch-browser.js';
import { type RunningDashboard, START, startDashboard } from './support/start-dashboard.js';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
}, 60_000);
afterAll(() => browser.close());

let dashboard: RunningDashboard;
let context: BrowserContext | undefined;
/** Addresses the page asked for that are not the dashboard's, and what the browser complained of. */
let foreign: string[];
let complaints: string[];
beforeEach(async () => {
  dashboard = await startDashboard();
  foreign = [];
  complaints = [];
});
afterEach(async () => {
  await context?.close();
  await dashboard.close();
  expect(foreign).toEqual([]);
  expect(complaints).toEqual([]);
});

async function openPage(options: Parameters<Browser['newContext']>[0] = {}): Promise<Page> {
  context = await browser.newContext({ locale: 'en-US', ...options });
  const page = await context.newPage();
  page.on('request', (request) => {
    if (!/^data:/.test(request.url()) && !request.url().startsWith(dashboard.url))
      foreign.push(request.url());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (/Content Security Policy|Uncaught/.test(message.text())) complaints.push(message.text());
  });
  return page;
}

async function signIn(page: Page): Promise<void> {
  const { token } = await dashboard.keyring.users.createSignInToken('local');
  await page.goto(`${dashboard.url}/dashboard/sign-in?token=${token}`);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/dashboard/api-keys');
}

const verify = (secret: string) => dashboard.keyring.apiKeys.verify(secret);

test('with a script: sign in by link, create, copy, use, delete in a dialog, sign out', async () => {
  const page = await openPage();
  await signIn(page);
  await context?.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: dashboard.url });

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
  const secret = await field.inputValue();
  expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.getByRole('button', { name: 'Copy key' }).click();
  await page.getByRole('status').filter({ hasText: 'Copied' }).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret);
  await page.getByRole('button', { name: 'Copy command' }).click();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toBe(`curl -H "Authorization: Bearer ${secret}" ${dashboard.url}/api/api-keys`);

  const row = page.getByRole('row').filter({ hasText: 'CI <b>' });
  expect(await row.textContent()).toContain('Never');
  expect((await verify(secret))?.record.scopes).toEqual(['read']);

  await page.reload();
  expect(await page.content()).not.toContain(secret);
  expect(await row.count()).toBe(1);
  expect(await row.textContent()).toContain('Just now');
  expect(await dashboard.keyring.apiKeys.list('local')).toHaveLength(1);

  const dialog = page.getByRole('dialog', { name: 'Delete the key “CI <b>”?' });
  const remove = page.getByRole('link', { name: 'Delete CI <b>' });
  await remove.click();
  await dialog.waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  expect(await remove.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await verify(secret)).not.toBeNull();

  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Delete key' }).click();
  await page.getByText('The key was deleted.').first().waitFor();
  expect(await verify(secret)).toBeNull();
  expect(await page.getByText('No API keys yet').isVisible()).toBe(true);

  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByText('You are signed out.').waitFor();
  expect(await context?.cookies()).toEqual([]);
}, 60_000);

test('without a script: sign in by link, create, see the key once, delete after a question', async () => {
  const page = await openPage({ javaScriptEnabled: false });
  await signIn(page);
  await page.getByRole('link', { name: 'Create your first key' }).click();
  await page.getByLabel('Name').fill('CI');
  await page.getByRole('button', { name: 'Create key' }).click();
  const secret = await page.getByLabel('Your new key').inputValue();
  expect(await verify(secret)).not.toBeNull();
  expect(await page.getByRole('button', { name: 'Copy key' }).isVisible()).toBe(false);

  // The browser sends the form again, which neither makes a key nor shows one.
  await page.reload();
  expect(await page.content()).not.toContain(secret);
  expect(await page.getByText('was sent already').isVisible()).toBe(true);
  expect(await dashboard.keyring.apiKeys.list('local')).toHaveLength(1);

  await page.getByRole('link', { name: 'Delete CI' }).click();
  await page.getByRole('heading', { name: 'Delete the key “CI”?' }).waitFor();
  await page.getByRole('link', { name: 'Cancel' }).click();
  await page.getByRole('link', { name: 'Delete CI' }).click();
  await page.getByRole('button', { name: 'Delete key' }).click();
  await page.getByText('The key was deleted.').waitFor();
  expect(await verify(secret)).toBeNull();
}, 60_000);

test('by keyboard alone a key is made, and the access is chosen with the arrows', async () => {
  const page = await openPage();
  await signIn(page);
  await page.getByRole('link', { name: 'Create your first key' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.type('CI');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  const secret = await page.getByLabel('Your new key').inputValue();
  expect((await verify(secret))?.record.scopes).toEqual(['read']);
}, 60_000);

test.each([
  [1280, 'light'],
  [1280, 'dark'],
  [390, 'light'],
  [320, 'dark'],
] as const)(
  'at %i pixels, %s, nothing runs off the side',
  async (width, colorScheme) => {
    for (const [name, scopes] of [
      ['CI', []],
      ['x'.repeat(100), ['read', 'write', 'items.write']],
    ] as const) {
      const expiresAt = new Date(START + 86_400_000);
      await dashboard.keyring.apiKeys.create({ userId: 'local', name, scopes, expiresAt });
    }
    const page = await openPage({ colorScheme, viewport: { width, height: 800 }, locale: 'de-DE' });
    const { token } = await dashboard.keyring.users.createSignInToken('local');
    await page.goto(`${dashboard.url}/dashboard/sign-in?token=${token}`);
    await page.getByRole('button', { name: 'Anmelden' }).click();
    await page.getByRole('link', { name: 'Schlüssel erstellen' }).click();
    await page.getByLabel('Name').fill('Neu');
    await page.getByRole('button', { name: 'Schlüssel erstellen' }).click();
    await page.getByLabel('Ihr neuer Schlüssel').waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
    const isCard = await page
      .getByRole('row')
      .last()
      .evaluate((row) => getComputedStyle(row).display === 'grid');
    expect(isCard).toBe(width < 700);
  },
  60_000,
);
