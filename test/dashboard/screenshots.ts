import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { launchBrowser } from './support/launch-browser.js';
import { startDashboard } from './support/start-dashboard.js';
import { STATES } from './support/states.js';

/** `screenshots/<state>-<width>-<scheme>.png`, ignored by git. */
const FOLDER = fileURLToPath(new URL('../../screenshots/', import.meta.url));
const WIDTHS = [1280, 390];
const SCHEMES = ['light', 'dark'] as const;

let browser: Browser;
beforeAll(async () => {
  await mkdir(FOLDER, { recursive: true });
  browser = await launchBrowser();
});
afterAll(() => browser.close());

/** `npm run screenshots -- -t NAME` takes those of one state and leaves the others. */
test.each(STATES)('$name', async ({ name, options, browser: browserOptions, show }) => {
  const dashboard = await startDashboard(options);
  const context = await browser.newContext({
    locale: 'en-US',
    timezoneId: 'Europe/Berlin',
    reducedMotion: 'reduce',
    ...browserOptions,
  });
  try {
    const page = await context.newPage();
    await page.setViewportSize({ width: 1280, height: 800 });
    await show({ dashboard, page });
    for (const width of WIDTHS) {
      for (const colorScheme of SCHEMES) {
        await page.setViewportSize({ width, height: width < 700 ? 844 : 800 });
        await page.emulateMedia({ colorScheme });
        await page.screenshot({ path: `${FOLDER}${name}-${width}-${colorScheme}.png`, fullPage: true });
      }
    }
  } finally {
    await context.close();
    await dashboard.close();
  }
});
