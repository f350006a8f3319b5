import type { BrowserContext, Page } from 'playwright-core';

/** What a page must not do, as it happened. */
export interface Misdeeds {
  /** Addresses that were asked for and are not the server's own. */
  readonly foreign: string[];
  /** Errors of the script, and what the browser refused by the content policy. */
  readonly complaints: string[];
}

/** A new page, watched from its first request on. */
export async function openWatchedPage(
  context: BrowserContext,
  origin: string,
): Promise<{ page: Page; misdeeds: Misdeeds }> {
  const misdeeds: Misdeeds = { foreign: [], complaints: [] };
  context.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith('data:') && new URL(url).origin !== origin) misdeeds.foreign.push(url);
  });
  const page = await context.newPage();
  page.on('pageerror', (error) => misdeeds.complaints.push(String(error)));
  page.on('console', (message) => {
    if (/Content Security Policy|Uncaught/.test(message.text())) misdeeds.complaints.push(message.text());
  });
  return { page, misdeeds };
}
