import type { OpenIdSignIn } from '../../../src/definition/sign-in.js';
import { prepareSignIn } from '../../../src/runtime/sign-in/prepare-sign-in.js';
import { readSignInSettings } from '../../../src/runtime/sign-in/read-sign-in-settings.js';
import { FetchBrowser, type Page } from './browser.js';
import { type DashboardTestOptions, type RunningDashboard, startDashboard } from './start-dashboard.js';
import { CLIENT, type ProviderOptions, type RunningProvider, startProvider } from './start-provider.js';

export interface Team {
  readonly provider: RunningProvider;
  readonly dashboard: RunningDashboard;
  readonly browser: FetchBrowser;
  /** By which it counts how long a provider that fails is left alone. */
  readonly clock: { now: number };
  /** Goes to the provider and says who one is, up to the page that the dashboard then shows. */
  signInAtProvider(account?: string): Promise<Page>;
  /** All of it: to the provider, back, and the form that the script sends. */
  signIn(account?: string): Promise<Page>;
  close(): Promise<void>;
}

export interface TeamOptions extends ProviderOptions {
  readonly openId?: Partial<OpenIdSignIn>;
  readonly dashboard?: DashboardTestOptions;
}

/** A dashboard and the provider that its people sign in at. */
export async function startTeam(options: TeamOptions = {}): Promise<Team> {
  const provider = await startProvider(options);
  const openId = {
    issuer: provider.issuer,
    clientId: CLIENT.id,
    clientSecret: CLIENT.secret,
    name: 'Example',
    allow: '*' as const,
    ...options.openId,
  };
  const log: string[] = [];
  const write = (fields: object | string, message?: string) => {
    log.push(typeof fields === 'string' ? fields : `${JSON.stringify(fields)} ${message ?? ''}`);
  };
  const logger = { debug: write, info: write, warn: write, error: write };
  const clock = { now: 0 };
  const { methods } = prepareSignIn(readSignInSettings({ signIn: { openId } }), logger, () => clock.now);
  const dashboard = await startDashboard({ signIn: methods, ...options.dashboard });
  provider.admit(dashboard.url);
  const browser = new FetchBrowser();

  async function signInAtProvider(account = 'alice'): Promise<Page> {
    const page = await browser.open(`${dashboard.url}/dashboard/api-keys`);
    return passProvider(browser, await browser.follow(page, 'Sign in with Example'), account);
  }

  return {
    provider,
    dashboard,
    browser,
    clock,
    signInAtProvider,
    async signIn(account) {
      return browser.submit(await signInAtProvider(account), {}, '/openid/callback');
    },
    async close() {
      await dashboard.close();
      await provider.stop().catch(() => {});
    },
  };
}

/** Says who one is and consents, where the provider asks. */
export async function passProvider(browser: FetchBrowser, first: Page, account: string): Promise<Page> {
  let page = first;
  if (page.text.includes('name="login"')) {
    page = await browser.submit(page, { login: account, password: 'x' }, '/interaction/');
  }
  // Who was somebody else there before is signed out first, by a form that sends itself.
  if (page.text.includes('name="logout"')) page = await browser.submit(page, {}, '/session/end');
  if (page.text.includes('value="consent"')) page = await browser.submit(page, {}, '/interaction/');
  return page;
}
