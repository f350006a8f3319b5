import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from './support/launch-browser.js';
import { openState } from './support/open-state.js';
import { STATES, type State } from './support/states.js';

const WIDTHS = [1280, 768, 375] as const;
const SCHEMES = ['light', 'dark'] as const;

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

test.each(STATES.map((state) => [state.name, state] as const))(
  '%s: axe finds nothing, and nothing runs off its place, light and dark, at three widths',
  async (_, state) => {
    const { page, misdeeds, close } = await openState(browser, state);
    try {
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 });
        for (const colorScheme of SCHEMES) {
          await page.emulateMedia({ colorScheme });
          expect(await findViolations(page), `${width} ${colorScheme}`).toEqual([]);
        }
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), `${width}`).toBe(
          0,
        );
        expect(await findClipped(page), `${width}`).toEqual([]);
      }
      expect(misdeeds).toEqual({ foreign: [], complaints: [] });
    } finally {
      await close();
    }
  },
);

test('axe would see an error: a field without its label, and text that is too pale', async () => {
  const state = STATES.find(({ name }) => name === 'create-page');
  const { page, close } = await openState(browser, state as State);
  try {
    await page.evaluate(() => {
      document.querySelector('label[for="name"]')?.remove();
      document.querySelector<HTMLElement>('h1')?.style.setProperty('color', '#ccc');
    });
    const rules = (await findViolations(page)).map((violation) => violation.split(':')[0]);
    expect(rules).toEqual(expect.arrayContaining(['label', 'color-contrast']));
  } finally {
    await close();
  }
});

/** What is wider than the card, the button or the part of the header around it. */
function findClipped(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('.card, .table-card, dialog, .button, .site-name, .account-user')]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map(({ className, textContent }) => `${className}: ${textContent?.trim().slice(0, 40)}`),
  );
}

/** Every rule that axe has, with that of the target's size, which it leaves out by itself. */
async function findViolations(page: Page): Promise<string[]> {
  // Evaluated by the debugger, which the page's content policy does not bind.
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: typeof import('axe-core') };
    return axe.run({ rules: { 'target-size': { enabled: true } } });
  });
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`),
  );
}
