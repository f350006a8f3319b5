import { mkdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { startService, stopServices } from '../runtime/support/start-service.js';
import { launchBrowser } from './support/launch-browser.js';
import { openState } from './support/open-state.js';
import { STATES } from './support/states.js';

/** `screenshots/<state>-<width>-<scheme>.png`, ignored by git. */
const FOLDER = fileURLToPath(new URL('../../screenshots/', import.meta.url));
const WIDTHS = [1280, 768, 375];
const SCHEMES = ['light', 'dark'] as const;

let browser: Browser;
beforeAll(async () => {
  await mkdir(FOLDER, { recursive: true });
  browser = await launchBrowser();
});
afterAll(() => browser.close());

/** `npm run screenshots -- -t NAME` takes those of one state and leaves the others. */
test.each(STATES.map((state) => [state.name, state] as const))('%s', async (name, state) => {
  const { page, close } = await openState(browser, state);
  try {
    await take(page, name);
  } finally {
    await close();
  }
});

test('explorer', async () => {
  const description = await readFile(new URL('../../generated/openapi.json', import.meta.url), 'utf8');
  const service = await startService({
    description,
    routes: [],
    config: { info: { title: 'procgen' } },
    options: { mode: 'development' },
  });
  const page = await browser.newPage({ locale: 'en-US', reducedMotion: 'reduce' });
  try {
    await page.goto(`${service.url}/api/docs`);
    await page.getByRole('link', { name: 'Create an API key' }).first().click();
    await page.getByRole('button', { name: 'Test Request' }).filter({ hasText: 'post /api-keys' }).waitFor();
    await take(page, 'explorer', false);
  } finally {
    await page.close();
    await stopServices();
  }
});

async function take(page: Page, name: string, fullPage = true): Promise<void> {
  for (const width of WIDTHS) {
    for (const colorScheme of SCHEMES) {
      await page.setViewportSize({ width, height: width < 700 ? 844 : 800 });
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: `${FOLDER}${name}-${width}-${colorScheme}.png`, fullPage });
    }
  }
}
