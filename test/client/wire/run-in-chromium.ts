import { chromium } from 'playwright-core';
import { bundleRunner } from './bundle-runner.js';
import type { WireOutcome } from './wire-case.js';

/** Plays the table in Chromium, on a page of the origin `page`; the server below `url` is another origin. */
export async function runInChromium(page: string, url: string): Promise<readonly WireOutcome[]> {
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
  try {
    const tab = await browser.newPage();
    await tab.goto(page);
    const outcomes = new Promise<string>((resolve) => tab.exposeFunction('report', resolve));
    await tab.addScriptTag({ type: 'module', content: await bundleRunner(url, 'report') });
    return JSON.parse(await outcomes);
  } finally {
    await browser.close();
  }
}
