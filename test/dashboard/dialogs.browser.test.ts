import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { ProcedureError } from '../../src/protocol/procedure-error.js';
import { launchBrowser } from './support/launch-browser.js';
import { type OpenState, openState } from './support/open-state.js';
import { STATES } from './support/states.js';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

let open: OpenState;
afterEach(async () => {
  await open.close();
  expect(open.misdeeds).toEqual({ foreign: [], complaints: [] });
});

async function begin(name: string): Promise<OpenState> {
  const state = STATES.find((candidate) => candidate.name === name);
  if (!state) throw new Error(`There is no state ${name}.`);
  open = await openState(browser, state);
  return open;
}

const isFocused = (selector: string) =>
  open.page.evaluate((wanted) => document.activeElement === document.querySelector(wanted), selector);

test('a name that is refused keeps the dialog, what was chosen and the focus on the field', async () => {
  const { page } = await begin('create-dialog-never');
  await page.getByLabel('Name').fill('  ');
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByText('Give the key a name.').waitFor();
  expect(await isFocused('#name')).toBe(true);
  expect(await page.getByRole('radio', { name: 'Never' }).isChecked()).toBe(true);
  expect(await page.getByRole('radio', { name: 'Read only' }).isChecked()).toBe(true);
  await page.getByLabel('Name').fill('Nightly export');
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByLabel('Your new key').waitFor();
});

test('a day that is out of range is told of at its field, and forgotten with another choice', async () => {
  const { page } = await begin('create-dialog');
  await page.getByLabel('Name').fill('Nightly export');
  await page.getByRole('radio', { name: 'Date' }).check();
  await page.getByLabel('Last day').fill('2020-01-31');
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByText('Choose a day from today').waitFor();
  expect(await isFocused('#lastDay')).toBe(true);
  await page.getByRole('radio', { name: '30 days' }).check();
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByLabel('Your new key').waitFor();
});

test('who has chosen no scope is led back to the choice', async () => {
  await begin('create-scopes-errors');
  expect(await isFocused('[name="access"]:checked')).toBe(true);
});

test('a store that is down is said in the dialog, what was typed stays, and a second try makes one key', async () => {
  const { page, dashboard } = await begin('create-dialog-never');
  dashboard.failures.list = dashboard.failures.create = new ProcedureError('SERVICE_UNAVAILABLE', 'down');
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByText('The key could not be saved.').waitFor();
  expect(await page.getByLabel('Name').inputValue()).toBe('Nightly export');
  delete dashboard.failures.list;
  delete dashboard.failures.create;
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByLabel('Your new key').waitFor();
  expect(await dashboard.keyring.apiKeys.list('local')).toHaveLength(7);
});

test('an answer that never came is said in the dialog; the form that is sent again makes no second key', async () => {
  const { page, dashboard } = await begin('create-dialog-never');
  await page.route('**/dashboard/api-keys', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByText('The server did not respond.').waitFor();
  expect(await page.getByLabel('Name').inputValue()).toBe('Nightly export');
  await page.unroute('**/dashboard/api-keys');
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByText('This form was already submitted').first().waitFor();
  expect(await dashboard.keyring.apiKeys.list('local')).toHaveLength(7);
});

test('pressing the button many times sends the form once', async () => {
  const { page, dashboard } = await begin('create-dialog-never');
  await page.getByRole('button', { name: 'Create key' }).evaluate((button: HTMLElement) => {
    for (let press = 0; press < 5; press++) button.click();
  });
  await page.getByLabel('Your new key').waitFor();
  expect(await dashboard.keyring.apiKeys.list('local')).toHaveLength(7);
});

test('Esc asks before it drops what was typed, and closes an untouched dialog at once', async () => {
  const { page } = await begin('create-dialog');
  const questions: string[] = [];
  page.on('dialog', async (dialog) => {
    questions.push(dialog.message());
    await (questions.length === 1 ? dialog.dismiss() : dialog.accept());
  });
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  expect(questions).toEqual([]);
  await page.getByRole('link', { name: 'Create key' }).click();
  await page.getByLabel('Name').fill('Nightly');
  await page.keyboard.press('Escape');
  await expect.poll(() => questions).toEqual(['Discard what you have typed?']);
  expect(await page.getByLabel('Name').inputValue()).toBe('Nightly');
  await page.getByLabel('Name').press('End');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  expect(questions).toHaveLength(2);
});

test('a server that takes a while is shown and told to screen readers until it answers', async () => {
  const { page } = await begin('list');
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/new', async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole('link', { name: 'Create key' }).click();
  await page.locator('html[data-busy]').waitFor();
  expect(await page.locator('#announcement').textContent()).toBe('Loading…');
  answer();
  await page.getByRole('dialog').waitFor();
  expect(await page.locator('html[data-busy]').count()).toBe(0);
});

test('a session that ended meanwhile leads to the sign-in page', async () => {
  const { page, dashboard } = await begin('create-dialog-never');
  dashboard.clock.now += 86_400_000;
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.waitForURL('**/dashboard/sign-in*');
  expect(await page.getByText('Your session has ended.').isVisible()).toBe(true);
});

test('K-24 a dialog that cannot be brought leaves the page as it is, and can be tried again', async () => {
  const { page, dashboard } = await begin('list');
  await page.route('**/delete', (route) => route.abort(), { times: 1 });
  await page.getByRole('link', { name: 'Delete CI' }).click();
  await page.getByRole('dialog', { name: 'No response' }).waitFor();
  expect(page.url()).toBe(`${dashboard.url}/dashboard/api-keys`);
  await page.getByRole('link', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: 'Delete the key “CI”?' }).waitFor();
});

test('a dialog that the server could not fill is tried again in its place', async () => {
  const { page, dashboard } = await begin('list');
  dashboard.failures.list = new ProcedureError('SERVICE_UNAVAILABLE', 'down');
  await page.getByRole('link', { name: 'Delete CI' }).click();
  await page.getByRole('dialog', { name: 'Temporarily unavailable' }).waitFor();
  delete dashboard.failures.list;
  await page.getByRole('link', { name: 'Try again' }).click();
  await page.getByRole('dialog', { name: 'Delete the key “CI”?' }).waitFor();
  expect(page.url()).toBe(`${dashboard.url}/dashboard/api-keys`);
});

test('a key that somebody else has deleted meanwhile is told of, and the way leads back', async () => {
  const { page, dashboard } = await begin('delete-dialog');
  const keys = await dashboard.keyring.apiKeys.list('local');
  const id = keys.find(({ name }) => name === 'Billing import')?.id ?? '';
  await dashboard.keyring.apiKeys.delete({ userId: 'local', id });
  await page.getByRole('button', { name: 'Delete key' }).click();
  await page.getByRole('heading', { name: 'Key not found' }).waitFor();
  await page.getByRole('link', { name: 'Back to your API keys' }).click();
  await expect.poll(() => page.getByRole('row').count()).toBe(6);
});

test.each(['created', 'created-without-script'])(
  'K-07 %s: neither a reload nor the way back shows the secret',
  async (name) => {
    const { page, dashboard } = await begin(name);
    const secret = await page.getByLabel('Your new key').inputValue();
    await page.goto(`${dashboard.url}/dashboard/sign-in?token=x`);
    await page.goBack().catch(() => {});
    await page.waitForLoadState();
    expect(await page.content()).not.toContain(secret);
    await page.goto(`${dashboard.url}/dashboard/api-keys`);
    expect(await page.content()).not.toContain(secret);
    expect(await dashboard.keyring.apiKeys.list('local')).toHaveLength(7);
  },
);

test('K-24 a rotation on a page of its own leaves the address of the list, which a reload shows', async () => {
  const { page, dashboard } = await begin('list');
  const [key] = await dashboard.keyring.apiKeys.list('local');
  await page.goto(`${dashboard.url}/dashboard/api-keys/${key?.id}/rotate`);
  await page.getByRole('button', { name: 'Rotate key' }).click();
  await page.getByLabel('Your new key').waitFor();
  expect(page.url()).toBe(`${dashboard.url}/dashboard/api-keys`);
});

test('K-07 a page that the browser keeps when it is left forgets the secret', async () => {
  const { page } = await begin('created');
  const secret = await page.getByLabel('Your new key').inputValue();
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })));
  expect(await page.content()).not.toContain(secret);
});

test('times stand in the reader’s own time zone, the exact moment at hand', async () => {
  const { page } = await begin('list');
  const created = page.getByRole('row').filter({ hasText: 'Deploy bot' }).locator('time').first();
  expect(await created.textContent()).toBe('Mar 10, 2026');
  expect(await created.getAttribute('title')).toMatch(/^March 10, 2026 at 5:48:00\sAM GMT\+1$/);
});

test.each([
  'list',
  'list-german',
  'list-long',
  'created',
  'create-dialog-german',
  'rotate-dialog-german',
  ...['es', 'fr', 'it', 'ja', 'nl', 'pt', 'zh'].flatMap((language) => [
    `list-${language}`,
    `create-dialog-${language}`,
  ]),
])(
  '%s: from 1280 pixels down to 320, which is a zoom of 400 percent, nothing runs off the side or out of its place',
  async (name) => {
    const { page } = await begin(name);
    for (let width = 1280; width >= 320; width -= 48) {
      await page.setViewportSize({ width, height: 640 });
      expect(await findOverflows(page), String(width)).toEqual([]);
    }
  },
);

/** What is wider inside than outside. */
function findOverflows(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('html, main, main *, dialog[open], dialog[open] *')]
      .filter(({ clientWidth, scrollWidth }) => clientWidth > 1 && scrollWidth > clientWidth)
      .map(({ outerHTML }) => outerHTML.slice(0, 120)),
  );
}
