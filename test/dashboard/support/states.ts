import type { Page } from 'playwright-core';
import { translatorFor } from '../../../src/dashboard/messages.js';
import { OpenIdError, type OpenIdReason } from '../../../src/dashboard/sign-in/open-id/open-id-error.js';
import type { OpenIdProvider } from '../../../src/dashboard/sign-in/open-id/open-id-provider.js';
import { ProcedureError } from '../../../src/protocol/procedure-error.js';
import {
  type DashboardTestOptions,
  KEY_USE,
  type RunningDashboard,
  SCOPED_USE,
  START,
} from './start-dashboard.js';

const DAY_MS = 86_400_000;

export interface Stage {
  readonly dashboard: RunningDashboard;
  readonly page: Page;
}

/** Something the pages can show, and the way there. */
export interface State {
  readonly name: string;
  readonly options?: DashboardTestOptions;
  /** `en-US` when absent. */
  readonly locale?: string;
  readonly isScriptless?: boolean;
  show(stage: Stage): Promise<void>;
}

/** A provider as the page sees it; nobody is sent there. */
const PROVIDER: OpenIdProvider = {
  name: 'Acme',
  check: async () => {},
  begin: async () => new URL('https://sign-in.example'),
  finish: async () => 'alice',
  readSignOutUrl: () => null,
};

/** The same, with an answer that lets nobody in. */
function refusing(reason: OpenIdReason): OpenIdProvider {
  const account = reason === 'not-allowed' ? { account: 'mallory@attacker.example' } : {};
  const error = new OpenIdError(reason, 'refused', account);
  return { ...PROVIDER, begin: async () => Promise.reject(error) };
}

/** Every page in every state it has. */
export const STATES: readonly State[] = [
  { name: 'sign-in', show: ({ dashboard, page }) => open(page, dashboard, '/dashboard/sign-in') },
  {
    name: 'sign-in-link',
    async show({ dashboard, page }) {
      const { token } = await dashboard.keyring.users.createSignInToken('local');
      await open(page, dashboard, `/dashboard/sign-in?token=${token}`);
    },
  },
  {
    name: 'sign-in-link-french',
    locale: 'fr-FR',
    async show({ dashboard, page }) {
      const { token } = await dashboard.keyring.users.createSignInToken('local');
      await open(page, dashboard, `/dashboard/sign-in?token=${token}`);
    },
  },
  {
    name: 'sign-in-provider',
    options: { signIn: { openId: PROVIDER, proxy: null } },
    show: ({ dashboard, page }) => open(page, dashboard, '/dashboard/sign-in'),
  },
  {
    name: 'sign-in-proxy',
    options: { signIn: { openId: null, proxy: { url: 'https://team.example' } } },
    show: ({ dashboard, page }) => open(page, dashboard, '/dashboard/sign-in'),
  },
  ...(['not-allowed', 'disagreement'] as const).map(
    (reason): State => ({
      name: `sign-in-${reason}`,
      options: { signIn: { openId: refusing(reason), proxy: null } },
      show: ({ dashboard, page }) => open(page, dashboard, '/dashboard/sign-in/openid'),
    }),
  ),
  {
    name: 'sign-in-too-many',
    options: { countSignIn: async () => 60_000 },
    async show({ dashboard, page }) {
      await open(page, dashboard, `/dashboard/sign-in?token=${'x'.repeat(43)}`);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.getByText('Too many attempts').waitFor();
    },
  },
  {
    name: 'sign-in-refused',
    async show({ dashboard, page }) {
      await open(page, dashboard, `/dashboard/sign-in?token=${'x'.repeat(43)}`);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.getByText('no longer works').waitFor();
    },
  },
  {
    name: 'signed-out',
    async show(stage) {
      await enter(stage);
      await stage.page.getByRole('button', { name: 'Sign out' }).click();
      await stage.page.getByText('You are signed out.').waitFor();
    },
  },
  {
    name: 'session-over',
    async show(stage) {
      await enter(stage);
      stage.dashboard.clock.now += DAY_MS;
      await stage.page.reload();
    },
  },
  { name: 'empty', show: (stage) => enter(stage) },
  { name: 'list', show: (stage) => enterWithKeys(stage) },
  {
    name: 'list-german',
    locale: 'de-DE',
    async show(stage) {
      await addKeys(stage.dashboard);
      await enter(stage, 'Anmelden');
    },
  },
  ...(['es', 'fr', 'it', 'ja', 'nl', 'pt', 'zh'] as const).flatMap((language): State[] => [
    {
      name: `list-${language}`,
      locale: language,
      async show(stage) {
        await addKeys(stage.dashboard);
        await enter(stage, translatorFor(language)('signIn.button'));
      },
    },
    {
      name: `create-dialog-${language}`,
      locale: language,
      options: { api: () => SCOPED_USE },
      async show(stage) {
        const t = translatorFor(language);
        await enter(stage, t('signIn.button'));
        await stage.page.getByRole('link', { name: t('create.openFirst') }).click();
        await stage.page.getByRole('radio', { name: t('create.chosen') }).check();
        await stage.page.getByRole('radio', { name: t('create.date') }).check();
      },
    },
    {
      name: `key-used-${language}`,
      locale: language,
      async show(stage) {
        await addKeys(stage.dashboard);
        await useKey(stage.dashboard, 'Billing import');
        await enter(stage, translatorFor(language)('signIn.button'));
        await stage.page.getByRole('link', { name: 'Billing import', exact: true }).click();
        await stage.page.getByText(translatorFor(language)('key.asTable')).click();
      },
    },
    {
      name: `account-${language}`,
      locale: language,
      async show(stage) {
        await stage.dashboard.signIn();
        await enter(stage, translatorFor(language)('signIn.button'));
        await open(stage.page, stage.dashboard, '/dashboard/account');
      },
    },
  ]),
  {
    name: 'list-full',
    options: { maxKeys: 12 },
    async show(stage) {
      for (const index of Array(12).keys())
        await stage.dashboard.keyring.apiKeys.create({ userId: 'local', name: `Worker ${index + 1}` });
      await enter(stage);
    },
  },
  {
    name: 'list-long',
    options: { maxKeys: 500 },
    async show(stage) {
      await addManyKeys(stage.dashboard, 120);
      await enter(stage);
    },
  },
  {
    name: 'list-filtered',
    options: { maxKeys: 500 },
    async show(stage) {
      await addManyKeys(stage.dashboard, 120);
      await enter(stage);
      await stage.page.getByRole('link', { name: 'Never used' }).click();
      await stage.page.getByRole('checkbox', { name: 'Worker 4', exact: true }).check();
    },
  },
  {
    name: 'list-no-match',
    options: { maxKeys: 500 },
    async show(stage) {
      await addManyKeys(stage.dashboard, 20);
      await enter(stage);
      await stage.page.getByRole('searchbox').fill('no such key');
      await stage.page.getByRole('button', { name: 'Search' }).click();
      await stage.page.getByText('No keys match.').waitFor();
    },
  },
  {
    name: 'delete-several-dialog',
    options: { maxKeys: 500 },
    async show(stage) {
      await addManyKeys(stage.dashboard, 30);
      await enter(stage);
      await stage.page.getByRole('checkbox', { name: 'Select all' }).check();
      await stage.page.getByRole('button', { name: 'Delete selected keys' }).click();
      await stage.page.getByRole('dialog', { name: 'Delete 30 keys?' }).waitFor();
    },
  },
  {
    name: 'delete-several-page',
    options: { maxKeys: 500 },
    isScriptless: true,
    async show(stage) {
      await addManyKeys(stage.dashboard, 30);
      await enter(stage);
      for (const name of ['Worker 7', 'Worker 9'])
        await stage.page.getByRole('checkbox', { name, exact: true }).check();
      await stage.page.getByRole('button', { name: 'Delete selected keys' }).click();
    },
  },
  {
    name: 'deleted-several',
    options: { maxKeys: 500 },
    async show(stage) {
      await addManyKeys(stage.dashboard, 60);
      await enter(stage);
      await stage.page.getByRole('checkbox', { name: 'Select all' }).check();
      await stage.page.getByRole('button', { name: 'Delete selected keys' }).click();
      await stage.page.getByRole('button', { name: 'Delete keys' }).click();
      await stage.page.locator('[data-notice]', { hasText: '50 keys were deleted' }).waitFor();
    },
  },
  {
    name: 'delete-several-none',
    options: { maxKeys: 500 },
    async show(stage) {
      await addManyKeys(stage.dashboard, 12);
      await enter(stage);
      await stage.page.getByRole('button', { name: 'Delete selected keys' }).click();
      await stage.page.getByRole('dialog', { name: 'No keys are selected' }).waitFor();
    },
  },
  {
    name: 'sign-in-copied',
    async show({ dashboard, page }) {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await open(page, dashboard, '/dashboard/sign-in');
      await page.getByRole('button', { name: 'Copy command' }).click();
      await page.getByRole('status').filter({ hasText: 'Copied' }).waitFor();
    },
  },
  {
    name: 'busy',
    async show(stage) {
      await enterWithKeys(stage);
      await stage.page.route('**/new', () => {});
      await stage.page.getByRole('link', { name: 'Create key' }).click();
      await stage.page.locator('html[data-busy]').waitFor();
    },
  },
  {
    name: 'key-not-found',
    async show(stage) {
      await enter(stage);
      await open(stage.page, stage.dashboard, '/dashboard/api-keys/key_0000000000000000');
    },
  },
  {
    name: 'activity',
    async show(stage) {
      await enterWithKeys(stage);
      await stage.page.getByRole('link', { name: 'Activity' }).click();
      await stage.page.getByRole('heading', { name: 'Activity' }).waitFor();
    },
  },
  {
    name: 'activity-long',
    async show(stage) {
      for (let count = 0; count < 120; count++)
        await stage.dashboard.keyring.users.createSignInToken('local');
      await enter(stage);
      await open(stage.page, stage.dashboard, '/dashboard/activity?page=2');
    },
  },
  {
    name: 'list-not-in-use',
    options: { api: () => ({ ...KEY_USE, areKeysAccepted: false }) },
    show: (stage) => enterWithKeys(stage),
  },
  {
    name: 'create-dialog',
    async show(stage) {
      await enterWithKeys(stage);
      await stage.page.getByRole('link', { name: 'Create key' }).click();
      await stage.page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'create-dialog-never',
    async show(stage) {
      await enterWithKeys(stage);
      await stage.page.getByRole('link', { name: 'Create key' }).click();
      await stage.page.getByLabel('Name').fill('Nightly export');
      await stage.page.getByRole('radio', { name: 'Read only' }).check();
      await stage.page.getByRole('radio', { name: 'Never' }).check();
    },
  },
  {
    name: 'create-dialog-scopes',
    options: { api: () => SCOPED_USE },
    async show(stage) {
      await enterWithKeys(stage);
      await stage.page.getByRole('link', { name: 'Create key' }).click();
      await stage.page.getByLabel('Name').fill('Nightly export');
      await stage.page.getByRole('radio', { name: 'Chosen' }).check();
      await stage.page.getByRole('checkbox', { name: 'items:read' }).check();
      await stage.page.getByRole('radio', { name: 'Date' }).check();
    },
  },
  {
    name: 'create-scopes-errors',
    options: { api: () => SCOPED_USE },
    async show(stage) {
      await enterWithKeys(stage);
      await stage.page.getByRole('link', { name: 'Create key' }).click();
      await stage.page.getByLabel('Name').fill('Nightly export');
      await stage.page.getByRole('radio', { name: 'Chosen' }).check();
      await stage.page.getByRole('radio', { name: 'Date' }).check();
      await stage.page.getByRole('button', { name: 'Create key' }).click();
      await stage.page.getByText('Choose at least one permission.').waitFor();
    },
  },
  {
    name: 'key',
    async show(stage) {
      await enterWithKeys(stage);
      await stage.page.getByRole('link', { name: 'Metrics scraper', exact: true }).click();
      await stage.page.getByRole('heading', { name: 'Metrics scraper' }).waitFor();
    },
  },
  {
    name: 'key-disabled',
    async show(stage) {
      await enterWithKeys(stage);
      await stage.page.getByRole('link', { name: 'Metrics scraper', exact: true }).click();
      await stage.page.getByRole('button', { name: 'Disable' }).click();
      await stage.page.getByText('The key is disabled.').waitFor();
    },
  },
  {
    name: 'key-expired',
    async show(stage) {
      await enterWithKeys(stage);
      await stage.page.getByRole('link', { name: 'Legacy webhook' }).first().click();
      await stage.page.getByRole('heading', { name: 'Legacy webhook' }).waitFor();
    },
  },
  {
    name: 'edit-dialog',
    async show(stage) {
      await enterWithKeys(stage);
      await stage.page.getByRole('link', { name: 'Metrics scraper', exact: true }).click();
      await stage.page.getByRole('link', { name: 'Change' }).click();
      await stage.page.getByRole('radio', { name: 'Date' }).check();
    },
  },
  {
    name: 'edit-page',
    isScriptless: true,
    async show(stage) {
      await enterWithKeys(stage);
      await stage.page.getByRole('link', { name: 'Billing import', exact: true }).click();
      await stage.page.getByRole('link', { name: 'Change' }).click();
    },
  },
  {
    name: 'unanswered-dialog',
    async show(stage) {
      await enterWithKeys(stage);
      await stage.page.route('**/new', (route) => route.abort());
      await stage.page.getByRole('link', { name: 'Create key' }).click();
      await stage.page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'created-twice',
    async show(stage) {
      await enterWithKeys(stage);
      await create(stage, 'Create key');
      await stage.page.getByRole('link', { name: 'Rotate Billing import' }).click();
      await stage.page.getByRole('button', { name: 'Rotate key' }).click();
      await stage.page.getByLabel('Your new key').nth(1).waitFor();
      await stage.page.locator('summary', { hasText: 'fetch' }).first().click();
    },
  },
  {
    name: 'create-dialog-german',
    locale: 'de-DE',
    async show(stage) {
      await enter(stage, 'Anmelden');
      await stage.page.getByRole('link', { name: 'Ersten Schlüssel erstellen' }).click();
      await stage.page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'create-page',
    isScriptless: true,
    async show(stage) {
      await enter(stage);
      await stage.page.getByRole('link', { name: 'Create your first key' }).click();
    },
  },
  {
    name: 'create-errors',
    async show(stage) {
      await enterWithKeys(stage);
      await stage.page.getByRole('link', { name: 'Create key' }).click();
      await stage.page.getByLabel('Name').fill('   ');
      await stage.page.getByRole('button', { name: 'Create key' }).click();
      await stage.page.getByText('Give the key a name.').waitFor();
    },
  },
  {
    name: 'create-unavailable',
    async show(stage) {
      await enterWithKeys(stage);
      stage.dashboard.failures.create = new ProcedureError('SERVICE_UNAVAILABLE', 'ENOSPC');
      await stage.page.getByRole('link', { name: 'Create key' }).click();
      await stage.page.getByLabel('Name').fill('Nightly export');
      await stage.page.getByRole('button', { name: 'Create key' }).click();
      await stage.page.getByText('could not be saved').waitFor();
    },
  },
  {
    name: 'created',
    async show(stage) {
      await enterWithKeys(stage);
      await create(stage, 'Create key');
    },
  },
  {
    name: 'created-copied',
    async show(stage) {
      await enter(stage);
      await stage.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await create(stage, 'Create your first key');
      await stage.page.getByRole('button', { name: 'Copy key' }).click();
      await stage.page.getByRole('status').filter({ hasText: 'Copied' }).waitFor();
    },
  },
  {
    name: 'created-not-copied',
    async show(stage) {
      await enter(stage);
      await create(stage, 'Create your first key');
      await stage.page.evaluate(() => {
        Object.defineProperty(navigator, 'clipboard', { value: undefined });
        document.execCommand = () => false;
      });
      await stage.page.getByRole('button', { name: 'Copy key' }).click();
      await stage.page.getByText('Not copied.').waitFor();
    },
  },
  {
    name: 'created-without-script',
    isScriptless: true,
    async show(stage) {
      await enterWithKeys(stage);
      await create(stage, 'Create key');
    },
  },
  {
    name: 'repeated',
    isScriptless: true,
    async show(stage) {
      await enter(stage);
      await create(stage, 'Create your first key');
      await stage.page.reload();
      await stage.page.getByText('was already submitted').waitFor();
    },
  },
  {
    name: 'rotate-dialog',
    async show(stage) {
      await enterWithKeys(stage);
      await stage.page.getByRole('link', { name: 'Rotate Billing import' }).click();
      await stage.page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'rotate-limit',
    options: { maxKeys: 6 },
    async show(stage) {
      await enterWithKeys(stage);
      await stage.page.getByRole('link', { name: 'Rotate Billing import' }).click();
      await stage.page.getByRole('button', { name: 'Rotate key' }).click();
      await stage.page.getByText('the old key would still count').waitFor();
    },
  },
  {
    name: 'rotate-dialog-german',
    locale: 'de-DE',
    async show(stage) {
      await addKeys(stage.dashboard);
      await enter(stage, 'Anmelden');
      await stage.page.getByRole('link', { name: 'Erneuern Billing import' }).click();
      await stage.page.getByRole('radio', { name: 'Sofort' }).check();
    },
  },
  {
    name: 'rotated',
    async show(stage) {
      await enterWithKeys(stage);
      await stage.page.getByRole('link', { name: 'Rotate Billing import' }).click();
      await stage.page.getByRole('button', { name: 'Rotate key' }).click();
      await stage.page.getByLabel('Your new key').waitFor();
    },
  },
  {
    name: 'key-used',
    async show(stage) {
      await enterWithKeys(stage);
      await useKey(stage.dashboard, 'Billing import');
      await stage.page.getByRole('link', { name: 'Billing import', exact: true }).click();
      await stage.page.getByText('Last 30 days').waitFor();
    },
  },
  {
    name: 'key-used-german',
    locale: 'de-DE',
    async show(stage) {
      await addKeys(stage.dashboard);
      await useKey(stage.dashboard, 'Billing import');
      await enter(stage, 'Anmelden');
      await stage.page.getByRole('link', { name: 'Billing import', exact: true }).click();
      await stage.page.getByText('Als Tabelle').click();
    },
  },
  {
    name: 'key-unused',
    isScriptless: true,
    async show(stage) {
      await enterWithKeys(stage);
      await stage.page.getByRole('link', { name: 'Deploy bot', exact: true }).click();
      await stage.page.getByText('No calls in the last 30 days.').waitFor();
    },
  },
  {
    name: 'account',
    async show(stage) {
      await stage.dashboard.signIn();
      await enter(stage);
      await stage.page.getByRole('link', { name: 'local' }).click();
      await stage.page.getByText('Sign out everywhere').waitFor();
    },
  },
  {
    name: 'account-session-ended',
    async show(stage) {
      await stage.dashboard.signIn();
      await enter(stage);
      await stage.page.getByRole('link', { name: 'local' }).click();
      await stage.page.getByRole('button', { name: 'End session' }).click();
      await stage.page.getByText('The session was ended.').waitFor();
    },
  },
  {
    name: 'delete-dialog',
    async show(stage) {
      await enterWithKeys(stage);
      await stage.page.getByRole('link', { name: 'Delete Billing import' }).click();
      await stage.page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'delete-page',
    isScriptless: true,
    async show(stage) {
      await enterWithKeys(stage);
      await stage.page.getByRole('link', { name: 'Delete Local experiments' }).click();
    },
  },
  {
    name: 'deleted',
    async show(stage) {
      await enterWithKeys(stage);
      await stage.page.getByRole('link', { name: 'Delete Local experiments' }).click();
      await stage.page.getByRole('button', { name: 'Delete key' }).click();
      await stage.page.getByText('The key was deleted and no longer works.').first().waitFor();
    },
  },
  {
    name: 'not-found',
    async show(stage) {
      await enter(stage);
      await open(stage.page, stage.dashboard, '/dashboard/api-keys/key_0000000000000000/delete');
    },
  },
  {
    name: 'unavailable',
    async show(stage) {
      await enter(stage);
      stage.dashboard.failures.list = new ProcedureError('SERVICE_UNAVAILABLE', 'connection lost');
      await stage.page.reload();
    },
  },
  {
    name: 'broken',
    async show(stage) {
      await enter(stage);
      stage.dashboard.failures.list = new TypeError('a bug');
      await stage.page.reload();
    },
  },
];

async function open(page: Page, { url }: RunningDashboard, path: string): Promise<void> {
  await page.goto(url + path);
}

/** Signs in by a link. */
export async function enter({ dashboard, page }: Stage, button = 'Sign in'): Promise<void> {
  const { token } = await dashboard.keyring.users.createSignInToken('local');
  await open(page, dashboard, `/dashboard/sign-in?token=${token}`);
  await page.getByRole('button', { name: button, exact: true }).click();
  await page.waitForURL('**/dashboard/api-keys');
}

async function enterWithKeys(stage: Stage): Promise<void> {
  await addKeys(stage.dashboard);
  await enter(stage);
}

async function create({ page }: Stage, opener: string): Promise<void> {
  await page.getByRole('link', { name: opener }).click();
  await page.getByLabel('Name').fill('Nightly export');
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByLabel('Your new key').waitFor();
}

/** Keys of which every fourth was never used, every third has expired and every tenth is disabled. */
export async function addManyKeys({ keyring, clock }: RunningDashboard, count: number): Promise<void> {
  await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const number = index + 1;
      clock.now = START - 200 * DAY_MS;
      const created = keyring.apiKeys.create({
        userId: 'local',
        name: `Worker ${number}`,
        scopes: number % 5 === 0 ? ['read'] : [],
        expiresAt: number % 3 === 0 ? new Date(START - DAY_MS) : null,
      });
      const { record } = await created;
      if (number % 10 === 0) await keyring.apiKeys.update({ userId: 'local', id: record.id, disabled: true });
      if (number % 4 !== 0) keyring.noteUse(record.id);
    }),
  );
  clock.now = START;
}

/** A month of calls with a key, some of them refused. */
async function useKey({ keyring, clock }: RunningDashboard, name: string): Promise<void> {
  const id = (await keyring.apiKeys.list('local')).find((key) => key.name === name)?.id ?? '';
  for (let daysAgo = 29; daysAgo >= 0; daysAgo--) {
    clock.now = START - daysAgo * DAY_MS;
    const counts = { calls: (daysAgo * 7919) % 61, refusals: daysAgo % 9 === 0 ? 6 : 0 };
    const call = { isRefused: false, address: '2001:db8::7c1f', operation: 'invoices.list', status: 200 };
    for (let count = 0; count < counts.calls; count++) keyring.countCall(id, call);
    for (let count = 0; count < counts.refusals; count++)
      keyring.countCall(id, { ...call, isRefused: true, operation: 'invoices.create', status: 403 });
  }
  clock.now = START;
  keyring.noteUse(id);
}

/** Keys as they are after some months. */
async function addKeys({ keyring, clock }: RunningDashboard): Promise<void> {
  const keys = [
    {
      name: 'Legacy webhook receiver in Frankfurt, kept until the migration is over',
      ageDays: 210,
      lifeDays: 180,
      usedDaysAgo: 31,
    },
    { name: 'Billing import', ageDays: 120, lifeDays: null, usedDaysAgo: 0.1 },
    { name: 'CI', ageDays: 86, lifeDays: 90, usedDaysAgo: 0.0001 },
    { name: 'Metrics scraper', ageDays: 12, lifeDays: 365, usedDaysAgo: 3, scopes: ['read'] },
    { name: 'Local experiments', ageDays: 1, lifeDays: 30, usedDaysAgo: null },
    { name: 'Deploy bot', ageDays: 0.3, lifeDays: 90, usedDaysAgo: null, scopes: ['read', 'releases.write'] },
  ];
  for (const { name, ageDays, lifeDays, usedDaysAgo, scopes = [] } of keys) {
    clock.now = START - ageDays * DAY_MS;
    const expiresAt = lifeDays === null ? null : new Date(clock.now + lifeDays * DAY_MS);
    const { secret } = await keyring.apiKeys.create({ userId: 'local', name, scopes, expiresAt });
    if (usedDaysAgo === null) continue;
    clock.now = START - usedDaysAgo * DAY_MS;
    await keyring.apiKeys.verify(secret);
  }
  clock.now = START;
}
