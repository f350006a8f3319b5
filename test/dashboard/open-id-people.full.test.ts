import { afterEach, expect, onTestFinished, test } from 'vitest';
import type { Page } from './support/browser.js';
import { expectSignedIn, listUsers, sessionOf } from './support/signed-in.js';
import { CLIENT } from './support/start-provider.js';
import { startTeam, type Team, type TeamOptions } from './support/start-team.js';

let team: Team;
afterEach(() => team.close());

async function open(options: TeamOptions = {}): Promise<Team> {
  team = await startTeam(options);
  return team;
}

test('K-21 a user of the provider who is called like one of this server is somebody else', async () => {
  await open();
  const { record } = await team.dashboard.keyring.apiKeys.create({
    userId: 'local',
    name: 'of the operator',
  });
  const page = await team.signIn('local');
  expectSignedIn(page, `${new URL(team.provider.issuer).host}#local`);
  expect(page.text).not.toContain('of the operator');
  const remove = await team.browser.open(`/dashboard/api-keys/${record.id}/delete`, page);
  expect(remove.status).toBe(404);
});

test('K-21 one name at two providers is two users', async () => {
  await open();
  const first = await team.signIn('alice');
  const other = await startTeam();
  onTestFinished(() => other.close());
  const second = await other.signIn('alice');
  const idOf = (page: Page) => /([\w.:-]+#alice)/.exec(page.text)?.[1];
  expect(idOf(first)).not.toBe(idOf(second));
});

test.each([
  ['in the ID token', false],
  ['at the user info endpoint', true],
])('K-21 users can be told apart by an e-mail address that is verified %s', async (_, keepsIdTokenSmall) => {
  const accounts = { 'account-1': { email: 'Alice@Example.com', email_verified: true } };
  await open({ accounts, keepsIdTokenSmall, openId: { userClaim: 'email' } });
  expectSignedIn(await team.signIn('account-1'), 'alice@example.com');
  const isAsked = team.provider.requests.includes('/me');
  expect(isAsked).toBe(keepsIdTokenSmall);
});

test.each<[string, Record<string, unknown>]>([
  ['is not verified', { email: 'alice@example.com', email_verified: false }],
  ['is verified in a word only', { email: 'alice@example.com', email_verified: 'true' }],
  ['nobody vouches for', { email: 'alice@example.com' }],
  ['is not there', { email_verified: true }],
  ['is no text', { email: ['alice@example.com'], email_verified: true }],
  ['would be another in lower case', { email: 'ali\u212Ae@example.com', email_verified: true }],
  ['is two', { email: 'mallory@evil.example,alice@example.com', email_verified: true }],
  ['has a line break', { email: 'alice@example.com\n', email_verified: true }],
])('K-21 an e-mail address that %s lets nobody in', async (_, claims) => {
  await open({ accounts: { mallory: claims }, openId: { userClaim: 'email', allow: ['example.com'] } });
  const page = await team.signIn('mallory');
  expect(page.status).toBe(403);
  expect(page.text).toContain('Your email address is not verified');
  expect(sessionOf(team, page)).toBeUndefined();
  expect(await listUsers(team)).toEqual([]);
});

test.each<[NonNullable<TeamOptions['openId']>['allow'], string, boolean]>([
  [['alice@example.com'], 'alice@example.com', true],
  [['Alice@Example.com'], 'aLICE@eXAMPLE.com', true],
  [['example.com'], 'alice@example.com', true],
  [['EXAMPLE.com'], 'alice@example.com', true],
  [['example.org', 'example.com'], 'alice@example.com', true],
  [['alice@example.com'], 'bob@example.com', false],
  [['example.com'], 'alice@sub.example.com', false],
  [['example.com'], 'alice@evil-example.com', false],
  [['example.com'], 'alice@example.com.evil.example', false],
  [['example.com'], 'example.com@evil.example', false],
  [['alice@example.com'], 'alice@example.com@evil.example', false],
  [(claims) => claims.email === 'alice@example.com', 'alice@example.com', true],
  [async (claims) => claims.sub === 'account', 'alice@example.com', true],
  [(claims) => claims.email === 'bob@example.com', 'alice@example.com', false],
  [async () => 'yes' as unknown as boolean, 'alice@example.com', false],
])('K-21 the rule %s lets %s in: %s', async (allow, email, isLetIn) => {
  await open({ accounts: { account: { email, email_verified: true } }, openId: { allow } as never });
  const page = await team.signIn('account');
  expect(page.status).toBe(isLetIn ? 200 : 403);
  expect(sessionOf(team, page) !== undefined).toBe(isLetIn);
  expect(await listUsers(team)).toHaveLength(isLetIn ? 1 : 0);
});

test.each([
  ['client_secret_post', { token_endpoint_auth_method: 'client_secret_post' as const }],
  ['client_secret_basic', { token_endpoint_auth_method: 'client_secret_basic' as const }],
] as const)('K-21 the client’s secret goes by %s when that is configured', async (method, client) => {
  await open({
    openId: { clientAuthentication: method },
    configuration: { clientDefaults: client },
  });
  expect((await team.signIn('alice')).url.pathname).toBe('/dashboard/api-keys');
});

test('K-21 a provider that takes the secret in the body only gets it there', async () => {
  const only = { token_endpoint_auth_method: 'client_secret_post' as const };
  await open({ configuration: { clientDefaults: only, clientAuthMethods: ['client_secret_post'] } });
  expect((await team.signIn('alice')).url.pathname).toBe('/dashboard/api-keys');
});

test('K-21 a client without a secret signs people in by PKCE alone', async () => {
  await open({
    openId: { clientSecret: undefined },
    configuration: { clientDefaults: { token_endpoint_auth_method: 'none' } },
  });
  expect((await team.signIn('alice')).url.pathname).toBe('/dashboard/api-keys');
  expect(team.provider.tokens[0]?.request).not.toContain(CLIENT.secret);
});

test('K-21 a wrong secret is the operator’s to fix: the page says so, the log says what', async () => {
  await open({ openId: { clientSecret: 'not-the-secret-of-the-client' } });
  const page = await team.signIn('alice');
  expect(page.status).toBe(502);
  expect(page.text).toContain('Sign-in is misconfigured');
  expect(team.dashboard.log.join('\n')).toMatch(/"reason":"disagreement".*invalid_client/);
  expect(team.dashboard.log.join('\n')).not.toContain('not-the-secret-of-the-client');
});
