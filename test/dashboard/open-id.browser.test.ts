import axe from 'axe-core';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { launchBrowser } from './support/launch-browser.js';
import { startTeam, type Team } from './support/start-team.js';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

let team: Team;
let context: BrowserContext | undefined;
let complaints: string[];
beforeEach(async () => {
  team = await startTeam({ openId: { allow: ['alice@example.com'] } });
  complaints = [];
});
afterEach(async () => {
  await context?.close();
  await team.close();
  expect(complaints).toEqual([]);
});

async function openPage(options: Parameters<Browser['newContext']>[0] = {}): Promise<Page> {
  context = await browser.newContext({ locale: 'en-US', ...options });
  const page = await context.newPage();
  const note = (text: string) => {
    if (page.url().startsWith(team.dashboard.url)) complaints.push(text);
  };
  page.on('pageerror', (error) => note(String(error)));
  page.on('console', (message) => {
    if (/Content Security Policy|Uncaught/.test(message.text())) note(message.text());
  });
  return page;
}

/** From the list of keys to the provider, and what one does there. */
async function goThroughProvider(page: Page, account: string): Promise<void> {
  await page.goto(`${team.dashboard.url}/dashboard/api-keys`);
  await page.getByRole('link', { name: 'Sign in with Example' }).click();
  await page.getByPlaceholder('Enter any login').fill(account);
  await page.getByPlaceholder('and password').fill('x');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
}

test('K-21 with a script one goes to the provider and comes back to the keys without another press', async () => {
  const page = await openPage();
  await goThroughProvider(page, 'alice');
  await page.waitForURL(`${team.dashboard.url}/dashboard/api-keys`);
  await page.getByText('#alice').waitFor();
  const cookies = (await context?.cookies(team.dashboard.url)) ?? [];
  expect(cookies).toEqual([
    expect.objectContaining({
      name: expect.stringMatching(/^procgen-\d+$/),
      httpOnly: true,
      sameSite: 'Lax',
    }),
  ]);

  // The answer is not in the history: going back does not ask for it again, going on leads to the keys.
  await page.goBack();
  expect(page.url()).not.toContain('code=');

  await page.goto(`${team.dashboard.url}/dashboard/api-keys`);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByText('You may still be signed in at Example.').waitFor();
  expect(await context?.cookies(team.dashboard.url)).toEqual([]);
});

test('K-21 without a script one presses a button more', async () => {
  const page = await openPage({ javaScriptEnabled: false });
  await goThroughProvider(page, 'alice');
  await page.getByRole('heading', { name: 'Signing you in' }).waitFor();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL(`${team.dashboard.url}/dashboard/api-keys`);
  await page.getByText('#alice').waitFor();
});

test('K-21 two servers on one host keep their sessions and attempts apart in one browser', async () => {
  const other = await startTeam();
  try {
    const page = await openPage();
    await goThroughProvider(page, 'alice');
    await page.waitForURL(`${team.dashboard.url}/dashboard/api-keys`);
    await page.goto(`${other.dashboard.url}/dashboard/api-keys`);
    await page.getByRole('link', { name: 'Sign in with Example' }).click();
    await page.goto(`${team.dashboard.url}/dashboard/api-keys`);
    await page.getByText('#alice').waitFor();
  } finally {
    await other.close();
  }
});

test('K-18 a page of another site cannot send a form in the name of who is signed in', async () => {
  const page = await openPage();
  await goThroughProvider(page, 'alice');
  await page.waitForURL(`${team.dashboard.url}/dashboard/api-keys`);
  for (const path of ['/dashboard/api-keys', '/dashboard/sign-out']) {
    team.provider.intercept = (_req, res) => {
      res.setHeader('Content-Type', 'text/html');
      res.end(
        `<form method="post" action="${team.dashboard.url}${path}"><input name="name" value="stolen"></form><script>document.forms[0].submit()</script>`,
      );
      return true;
    };
    await page.goto(`${team.provider.issuer}/evil`);
    await page.waitForURL(`${team.dashboard.url}${path}`);
    await page.getByRole('heading', { name: 'The request came from another site' }).waitFor();
  }
  await page.goto(`${team.dashboard.url}/dashboard/api-keys`);
  await page.getByText('#alice').waitFor();
  expect(await page.getByText('stolen').count()).toBe(0);
});

test.each([
  [1280, 'light', 'en-US'],
  [390, 'dark', 'de-DE'],
] as const)(
  'K-21 at %i pixels, %s, %s, the pages of signing in fit and are free of what axe finds',
  async (width, colorScheme, locale) => {
    const page = await openPage({ colorScheme, locale, viewport: { width, height: 800 } });
    const check = async () => {
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
      // `evaluate` passes by the page's policy, which would not let the script in.
      await page.evaluate(axe.source);
      const { violations } = await page.evaluate(() =>
        (window as unknown as { axe: { run(): Promise<{ violations: { id: string }[] }> } }).axe.run(),
      );
      expect(violations.map(({ id }) => id)).toEqual([]);
    };
    await page.goto(`${team.dashboard.url}/dashboard/sign-in`);
    await check();
    await page.locator('summary').click();
    await check();
    await page.goto(`${team.dashboard.url}/dashboard/sign-in/openid/callback?state=x&code=y`);
    await check();
    await page.goto(`${team.dashboard.url}/dashboard/sign-in`);
    await page.locator('a[href="/dashboard/sign-in/openid"]').click();
    await page.getByPlaceholder('Enter any login').fill('somebody-with-a-very-long-name-that-goes-on-and-on');
    await page.getByPlaceholder('and password').fill('x');
    await page.getByRole('button', { name: 'Sign-in' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.waitForURL('**/openid/callback');
    await check();
  },
  60_000,
);
