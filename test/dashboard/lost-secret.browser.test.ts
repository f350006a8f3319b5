import type { Browser, Dialog, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { launchBrowser } from './support/launch-browser.js';
import { type OpenState, openState } from './support/open-state.js';
import { STATES } from './support/states.js';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

let open: OpenState;
let page: Page;
let secret: string;
/** The questions that the browser asked before it left the page; each is answered with "stay". */
let questions: string[];
beforeEach(async () => {
  const state = STATES.find(({ name }) => name === 'created');
  if (!state) throw new Error('There is no state with a new key.');
  open = await openState(browser, state);
  page = open.page;
  secret = await page.getByLabel('Your new key').inputValue();
  questions = [];
  page.on('dialog', (dialog) => stay(dialog));
});
afterEach(async () => {
  await open.close();
  expect(open.misdeeds).toEqual({ foreign: [], complaints: [] });
});

async function stay(dialog: Dialog): Promise<void> {
  questions.push(dialog.type());
  await dialog.dismiss();
}

/** The secrets on the page, the newest first. */
const secrets = () =>
  page
    .getByLabel('Your new key')
    .evaluateAll((fields) => fields.map((field) => (field as HTMLTextAreaElement).value));

test('K-24 creating another key keeps the first secret on the page', async () => {
  await page.getByRole('link', { name: 'Create key' }).click();
  await page.getByLabel('Name').fill('Second');
  await page.getByRole('button', { name: 'Create key' }).click();
  await expect.poll(async () => (await secrets()).length).toBe(2);
  expect((await secrets())[1]).toBe(secret);
  await page.getByRole('link', { name: 'I have saved it' }).first().click();
  expect(await secrets()).toEqual([secret]);
});

test('K-24 deleting a key keeps the secret on the page', async () => {
  await page.getByRole('link', { name: 'Delete CI' }).click();
  await page.getByRole('button', { name: 'Delete key' }).click();
  await page.getByText('The key was deleted and no longer works.').first().waitFor();
  expect(await secrets()).toEqual([secret]);
});

test('K-24 rotating a key keeps the secret on the page', async () => {
  await page.getByRole('link', { name: 'Rotate CI' }).click();
  await page.getByRole('button', { name: 'Rotate key' }).click();
  await expect.poll(async () => (await secrets()).length).toBe(2);
  expect((await secrets())[1]).toBe(secret);
});

test('K-24 the link in the header asks before it leaves the page', async () => {
  await page.getByRole('banner').getByRole('link').first().click();
  await expect.poll(() => questions).toEqual(['beforeunload']);
  expect(await secrets()).toEqual([secret]);
});

test('K-24 a reload asks before it drops the secret', async () => {
  await page.evaluate(() => setTimeout(() => location.reload()));
  await expect.poll(() => questions).toEqual(['beforeunload']);
  expect(await secrets()).toEqual([secret]);
});

test('K-24 an action while the network is down tells so and leaves nothing', async () => {
  const address = page.url();
  await page.context().setOffline(true);
  for (const action of ['Rotate CI', 'Delete CI', 'Create key']) {
    await page.getByRole('link', { name: action }).click();
    await page.getByRole('dialog', { name: 'No response' }).waitFor();
    await page.getByRole('link', { name: 'Close' }).click();
  }
  expect([page.url(), questions, await secrets()]).toEqual([address, [], [secret]]);
});

test('K-24 signing out asks, and works when it is pressed again', async () => {
  const signOut = page.getByRole('button', { name: 'Sign out' });
  await signOut.click();
  await expect.poll(() => questions).toEqual(['beforeunload']);
  expect(await secrets()).toEqual([secret]);
  await page.getByRole('link', { name: 'I have saved it' }).click();
  await signOut.click();
  await page.getByText('You are signed out.').waitFor();
});

test('K-24 a page whose secret was copied, by its button, in a command or by hand, is left without a question', async () => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const ways = [
    () => page.getByRole('button', { name: 'Copy key' }).click(),
    () => page.getByRole('button', { name: 'Copy command' }).click(),
    async () => {
      await page.getByLabel('Your new key').focus();
      await page.keyboard.press('Control+c');
    },
  ];
  for (const [index, copy] of ways.entries()) {
    if (index > 0) {
      await page.getByRole('link', { name: 'Create key' }).click();
      await page.getByLabel('Name').fill(`Copied ${index}`);
      await page.getByRole('button', { name: 'Create key' }).click();
      await page.getByLabel('Your new key').waitFor();
    }
    await copy();
    await page.locator('[data-copied-once]').waitFor();
    await page.getByRole('banner').getByRole('link').first().click();
    await expect.poll(secrets).toEqual([]);
  }
  expect(questions).toEqual([]);
});

test('K-24 copying an example without the key is no copy of the key', async () => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.locator('summary', { hasText: 'fetch' }).click();
  await page.getByRole('button', { name: 'Copy fetch' }).click();
  await page.getByRole('status').filter({ hasText: 'Copied' }).waitFor();
  await page.getByRole('banner').getByRole('link').first().click();
  await expect.poll(() => questions).toEqual(['beforeunload']);
});
