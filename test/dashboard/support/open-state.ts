import type { Browser } from 'playwright-core';
import { startDashboard } from './start-dashboard.js';
import type { Stage, State } from './states.js';
import { type Misdeeds, openWatchedPage } from './watch-page.js';

export interface OpenState extends Stage {
  readonly misdeeds: Misdeeds;
  close(): Promise<void>;
}

/** Brings a page of its own, over a dashboard of its own, into the state. */
export async function openState(browser: Browser, state: State): Promise<OpenState> {
  const dashboard = await startDashboard(state.options);
  const context = await browser.newContext({
    locale: state.locale ?? 'en-US',
    timezoneId: 'Europe/Berlin',
    reducedMotion: 'reduce',
    viewport: { width: 1280, height: 800 },
  });
  async function close(): Promise<void> {
    await context.close();
    await dashboard.close();
  }

  try {
    // The page as it is without its script. What a browser shows that runs none is the same, but cannot be examined.
    if (state.isScriptless) await context.route('**/dashboard.js', (route) => route.fulfill({ body: '' }));
    const { page, misdeeds } = await openWatchedPage(context, dashboard.url);
    await state.show({ dashboard, page });
    return { dashboard, page, misdeeds, close };
  } catch (error) {
    await close();
    throw error;
  }
}
