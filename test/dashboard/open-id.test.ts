import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { expectSignedIn, listUsers, sessionOf } from './support/signed-in.js';
import { CLIENT } from './support/start-provider.js';
import { passProvider, startTeam, type Team, type TeamOptions } from './support/start-team.js';

let team: Team;
afterEach(() => team.close());

async function open(options: TeamOptions = {}): Promise<Team> {
  team = await startTeam(options);
  return team;
}

test('K-21 who has an account at the provider signs in with it, and stays signed in', async () => {
  await open();
  const page = await team.signIn('alice');
  const userId = `${new URL(team.provider.issuer).host}#alice`;
  expectSignedIn(page, userId);
  expect(await listUsers(team)).toEqual([userId]);
  expectSignedIn(await team.browser.open(page.url), userId);

  // Nothing is left of the way here but the session.
  expect(team.browser.cookies(team.dashboard.url).map(({ name }) => name)).toEqual([
    sessionOf(team, page)?.name,
  ]);
});

test('K-21 the provider is asked by the code flow with PKCE, state and nonce, and brings nobody elsewhere', async () => {
  await open();
  const answer = await fetch(`${team.dashboard.url}/dashboard/sign-in/openid`, { redirect: 'manual' });
  expect(answer.status).toBe(303);
  const url = new URL(answer.headers.get('location') ?? '');
  expect(url.origin).toBe(team.provider.issuer);
  const parameters = Object.fromEntries(url.searchParams);
  expect(parameters).toMatchObject({
    response_type: 'code',
    client_id: CLIENT.id,
    scope: 'openid email',
    redirect_uri: `${team.dashboard.url}/dashboard/sign-in/openid/callback`,
    code_challenge_method: 'S256',
  });
  const random = ['state', 'nonce', 'code_challenge'].map((name) => parameters[name] ?? '');
  for (const value of random) expect(value).toMatch(/^[\w-]{43}$/);
  expect(new Set(random).size).toBe(3);
  expect(answer.headers.getSetCookie()).toEqual([
    expect.stringMatching(
      /^procgen-sign-in-\d+=[\da-z]+\.[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/,
    ),
  ]);
});

test('K-21 over https the attempt’s cookie is bound to the host', async () => {
  await open({ dashboard: { isSecure: true } });
  const answer = await fetch(`${team.dashboard.url}/dashboard/sign-in/openid`, { redirect: 'manual' });
  expect(answer.headers.getSetCookie()[0]).toMatch(
    /^__Host-procgen-sign-in-\d+=.*; HttpOnly; SameSite=Lax; Secure$/,
  );
});

test('K-21 no secret and no token stands in an address, the log, the audit log or the store', async () => {
  await open();
  const start = await fetch(`${team.dashboard.url}/dashboard/sign-in/openid`, { redirect: 'manual' });
  const challenge = new URL(start.headers.get('location') ?? '').searchParams.get('code_challenge');
  const attempt = start.headers.getSetCookie()[0]?.split(/[=;]/)[1] ?? 'none';
  const page = await team.signIn('alice');
  const [exchange] = team.provider.tokens;
  const verifier = String(JSON.parse(exchange?.request ?? '{}').code_verifier);
  const { id_token, access_token } = exchange?.answer ?? {};
  const secrets = [
    attempt,
    verifier,
    CLIENT.secret,
    id_token,
    access_token,
    sessionOf(team, page)?.value,
  ].map(String);
  for (const secret of secrets) expect(secret.length).toBeGreaterThan(20);
  expect(createHash('sha256').update(verifier).digest('base64url')).not.toBe(challenge);

  const files = await readdir(team.dashboard.folder, { recursive: true, withFileTypes: true });
  const texts = await Promise.all(
    files.filter((file) => file.isFile()).map((file) => readFile(join(file.parentPath, file.name), 'utf8')),
  );
  const code =
    team.browser.visited.map((url) => new URL(url).searchParams.get('code')).find(Boolean) ?? 'none';
  for (const secret of secrets) {
    expect(team.browser.visited.join('\n')).not.toContain(secret);
    expect(team.dashboard.log.join('\n')).not.toContain(secret);
    expect(texts.join('\n')).not.toContain(secret);
  }
  expect(code.length).toBeGreaterThan(20);
  expect(`${team.dashboard.log.join('\n')}${texts.join('\n')}`).not.toContain(code);
});

test('K-21 the audit log tells who signed in, by what way, and who was refused', async () => {
  await open({ openId: { allow: ['alice@example.com'] } });
  await team.signIn('alice');
  await team.browser.submit(
    await team.browser.open(`${team.dashboard.url}/dashboard/api-keys`),
    {},
    'sign-out',
  );
  team.browser.forget(team.provider.issuer);
  expect((await team.signIn('bob')).status).toBe(403);
  await team.dashboard.restart();
  const log = await readFile(join(team.dashboard.folder, 'store.json.audit.jsonl'), 'utf8');
  const entries = log
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const userId = `${new URL(team.provider.issuer).host}#alice`;
  expect(entries).toEqual([
    expect.objectContaining({ event: 'user.created', user: userId }),
    expect.objectContaining({
      event: 'user.signed-in',
      actor: userId,
      method: 'openid-connect',
      address: '127.0.0.1',
    }),
    expect.objectContaining({ event: 'user.signed-out', actor: userId }),
    expect.objectContaining({ event: 'sign-in.refused', actor: null, address: '127.0.0.1', count: 1 }),
  ]);
});

test('K-21 a preview of the answer, however often, uses nothing up', async () => {
  await open();
  const page = await team.signInAtProvider('alice');
  expect(page.text).toContain('Signing you in');
  const cookie = team.browser
    .cookies(page.url.href)
    .map(({ name, value }) => `${name}=${value}`)
    .join('; ');
  for (const method of ['GET', 'HEAD', 'OPTIONS', 'GET']) {
    const answer = await fetch(page.url, { method, headers: { Cookie: cookie }, redirect: 'manual' });
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([method === 'OPTIONS' ? 204 : 200, []]);
  }
  expect(await listUsers(team)).toEqual([]);
  expect(team.provider.tokens).toEqual([]);
  expect((await team.browser.submit(page, {}, 'callback')).url.pathname).toBe('/dashboard/api-keys');
});

test('K-21 who is not let in is told so, and can use another account', async () => {
  await open({ openId: { allow: ['alice@example.com'] } });
  const page = await team.signIn('bob');
  expect(page.status).toBe(403);
  expect(page.text).toContain('Example identifies you as bob@example.com, which may not sign in here.');
  expect(team.dashboard.log.join('\n')).toContain('"reason":"not-allowed"');

  // The provider would let bob through without a word; it is asked to ask.
  const requested = await team.browser.follow(page, 'Use another account');
  expect(requested.text).toContain('name="login"');
  const back = await passProvider(team.browser, requested, 'alice');
  expect((await team.browser.submit(back, {}, 'callback')).url.pathname).toBe('/dashboard/api-keys');
});

test('K-21 who says no at the provider is told that nothing happened, and can begin again', async () => {
  await open();
  const page = await team.browser.open(`${team.dashboard.url}/dashboard/sign-in`);
  const login = await team.browser.follow(page, 'Sign in with Example');
  const back = await team.browser.follow(login, '[ Cancel ]');
  const denied = await team.browser.submit(back, {}, 'callback');
  expect(denied.status).toBe(403);
  expect(denied.text).toContain('You cancelled at Example');
  expect(team.provider.tokens).toEqual([]);
  expect(team.browser.cookies(team.dashboard.url)).toEqual([]);
  expect((await team.browser.follow(denied, 'Try again')).text).toContain('name="login"');
});

test('K-21 signing out ends the session here, and names the way to sign out there', async () => {
  await open();
  const page = await team.signIn('alice');
  const session = sessionOf(team, page)?.value ?? '';
  const out = await team.browser.submit(page, {}, 'sign-out');
  expect(await team.dashboard.keyring.sessions.find(session)).toBeNull();
  expect(out.text).toContain('You may still be signed in at Example.');
  const there = await team.browser.follow(out, 'Sign out there too');
  expect(there.url.href).toBe(`${team.provider.issuer}/session/end?client_id=${CLIENT.id}`);
  expect(there.status).toBe(200);
});

test('K-21 links keep working beside the provider, and the page says how to come by one', async () => {
  await open();
  const page = await team.browser.open(`${team.dashboard.url}/dashboard/sign-in`);
  expect(page.text).toContain('Sign in with Example');
  expect(page.text).toContain('procgen users link');
  const { token } = await team.dashboard.keyring.users.createSignInToken('local');
  const link = await team.browser.open(`${team.dashboard.url}/dashboard/sign-in?token=${token}`);
  expectSignedIn(await team.browser.submit(link), 'local');
});

test('K-21 when the provider changes its key, the next sign-in works at once', async () => {
  await open();
  await team.signIn('alice');
  team.provider.rotateKey();
  team.browser.forget(team.dashboard.url);
  expect((await team.signIn('alice')).url.pathname).toBe('/dashboard/api-keys');
});

test('K-21 a provider that is down is said to be, is asked once a minute, and used once it is up again', async () => {
  await open();
  await team.provider.stop();
  const down = await team.browser.open(`${team.dashboard.url}/dashboard/sign-in/openid`);
  expect(down.status).toBe(503);
  expect(down.text).toContain('Example is not responding');
  expect(team.dashboard.log.join('\n')).toMatch(
    /"reason":"unreachable","detail":"localhost:\d+ does not answer/,
  );
  // The way of the operator is open meanwhile.
  expect((await team.browser.follow(down, 'Other ways to sign in')).text).toContain('procgen users link');
  await team.provider.start();
  team.clock.now += 59_999;
  expect((await team.browser.follow(down, 'Try again')).status).toBe(503);
  team.clock.now += 1;
  expect((await team.browser.follow(down, 'Try again')).text).toContain('name="login"');
});

test('K-21 a provider in trouble is asked for its endpoints once a minute, however many people come', async () => {
  let requested = 0;
  const failing = createServer((_request, response) => {
    requested += 1;
    response.writeHead(500).end();
  });
  await new Promise<void>((resolve) => failing.listen(0, '127.0.0.1', resolve));
  const { port } = failing.address() as AddressInfo;
  await open({ openId: { issuer: `http://127.0.0.1:${port}` } });
  try {
    const come = async () => (await team.dashboard.ask('/dashboard/sign-in/openid')).status;
    expect(await Promise.all(Array.from({ length: 10 }, come))).toEqual(Array(10).fill(503));
    for (let visit = 0; visit < 10; visit++) expect(await come()).toBe(503);
    expect(requested).toBe(1);
    team.clock.now += 60_000;
    await come();
    await come();
    expect(requested).toBe(2);
  } finally {
    failing.close();
    failing.closeAllConnections();
  }
});

test('K-21 a provider is asked for its endpoints once a minute, however many people sign in', async () => {
  await open();
  const requested = () =>
    team.provider.requests.filter((path) => path.includes('/.well-known/openid-configuration')).length;
  const visit = async () => (await team.dashboard.ask('/dashboard/sign-in/openid')).status;
  expect(await Promise.all(Array.from({ length: 5 }, visit))).toEqual(Array(5).fill(303));
  await team.signIn('alice');
  team.provider.rotateKey();
  team.browser.forget(team.dashboard.url);
  expect((await team.signIn('alice')).url.pathname).toBe('/dashboard/api-keys');
  team.clock.now += 59_999;
  expect([await visit(), requested()]).toEqual([303, 1]);
  team.clock.now += 1;
  expect([await visit(), await visit(), requested()]).toEqual([303, 303, 2]);
});

test('K-21 a provider that goes down between the question and the answer lets nobody in', async () => {
  await open();
  const page = await team.signInAtProvider('alice');
  await team.provider.stop();
  const answer = await team.browser.submit(page, {}, 'callback');
  expect([answer.status, sessionOf(team, answer)]).toEqual([503, undefined]);
  expect(await listUsers(team)).toEqual([]);
});

test('K-21 where no provider is configured its pages are not there', async () => {
  await open({ dashboard: { signIn: { openId: null, proxy: null } } });
  for (const path of ['/dashboard/sign-in/openid', '/dashboard/sign-in/openid/callback?code=x&state=y']) {
    expect((await team.dashboard.ask(path)).status).toBe(404);
  }
  expect((await team.dashboard.post('/dashboard/sign-in/openid/callback', { answer: 'x' })).status).toBe(404);
  expect(await (await team.dashboard.ask('/dashboard/sign-in')).text()).not.toContain('openid');
});
