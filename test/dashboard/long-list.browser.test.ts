import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { launchBrowser } from './support/launch-browser.js';
import { type OpenState, openState } from './support/open-state.js';
import { addManyKeys, enter } from './support/states.js';

const KEYS = 500;

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

let open: OpenState;
let page: Page;
beforeEach(async () => {
  open = await openState(browser, {
    name: '500 keys',
    options: { maxKeys: KEYS },
    async show(stage) {
      await addManyKeys(stage.dashboard, KEYS);
      await enter(stage);
    },
  });
  page = open.page;
});
afterEach(async () => {
  await open.close();
  expect(open.misdeeds).toEqual({ foreign: [], complaints: [] });
});

const listNames = async () => (await open.dashboard.keyring.apiKeys.list('local')).map(({ name }) => name);

test('500 keys have 120 tab stops at most', async () => {
  const stops = await page.evaluate(
    () =>
      [
        ...document.querySelectorAll<HTMLElement>(
          'a[href], button, input, select, textarea, summary, [tabindex]',
        ),
      ].filter(
        (element) =>
          element.tabIndex >= 0 && element.checkVisibility() && !element.matches('[type="hidden"]'),
      ).length,
  );
  expect(stops).toBeGreaterThan(100);
  expect(stops).toBeLessThanOrEqual(120);
});

test('an unused key among 500 is found and deleted in four actions', async () => {
  await page.getByRole('link', { name: 'Never used' }).click();
  await page.getByRole('checkbox', { name: 'Worker 444', exact: true }).check();
  await page.getByRole('button', { name: 'Delete selected keys' }).click();
  await page.getByRole('button', { name: 'Delete keys' }).click();
  await page.getByText('The key was deleted and no longer works.').first().waitFor();
  expect(await listNames()).toHaveLength(KEYS - 1);
  expect(await listNames()).not.toContain('Worker 444');
  // The list goes on where it was.
  expect(new URL(page.url()).search).toBe('?filter=never-used');
  expect(await page.getByRole('link', { name: 'Never used' }).getAttribute('aria-current')).toBe('true');
});

test('all keys of a page are selected on a small screen too, where the bar stays in view', async () => {
  await page.setViewportSize({ width: 375, height: 700 });
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await page.getByRole('link', { name: 'Next' }).scrollIntoViewIfNeeded();
  const remove = page.getByRole('button', { name: 'Delete selected keys' });
  expect((await remove.boundingBox())?.y).toBeGreaterThanOrEqual(0);
  await remove.click();
  await page.getByRole('dialog', { name: 'Delete 50 keys?' }).waitFor();
});

test('all keys of a page are selected at once, and given up again', async () => {
  const all = page.getByRole('checkbox', { name: 'Select all' });
  await all.check();
  await page.getByRole('button', { name: 'Delete selected keys' }).click();
  await page.getByRole('dialog', { name: 'Delete 50 keys?' }).waitFor();
  await page.getByRole('link', { name: 'Cancel' }).click();
  await page.getByRole('checkbox', { name: 'Worker 500', exact: true }).uncheck();
  expect(await all.isChecked()).toBe(false);
  await all.check();
  await all.uncheck();
  await page.getByRole('button', { name: 'Delete selected keys' }).click();
  await page.getByRole('dialog', { name: 'No keys are selected' }).waitFor();
  expect(await listNames()).toHaveLength(KEYS);
});
