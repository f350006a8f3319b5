import { createHmac, generateKeyPairSync } from 'node:crypto';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { askAs } from './support/ask-as.js';
import { FetchBrowser, type Page } from './support/browser.js';
import { CLIENT } from './support/start-provider.js';
import { passProvider, startTeam, type Team, type TeamOptions } from './support/start-team.js';

let team: Team;
beforeEach(async () => {
  team = await startTeam();
});
afterEach(() => team.close());

async function startAgain(options: TeamOptions): Promise<void> {
  await team.close();
  team = await startTeam(options);
}

const CALLBACK = '/dashboard/sign-in/openid/callback';
const listUsers = async () => (await team.dashboard.keyring.users.list({ limit: 1_000 })).map(({ id }) => id);
const isSession = ({ name }: { name: string }) => /^procgen-\d+$/.test(name);
const sessionOf = (browser: FetchBrowser) =>
  browser.cookies(team.dashboard.url).find(isSession)?.value ?? null;
const attemptOf = (browser: FetchBrowser) =>
  browser.cookies(team.dashboard.url).find(({ name }) => name.startsWith('procgen-sign-in-'));

/** Nobody is signed in, nobody was made, and the page says `words`. */
async function expectNothing(
  page: Page,
  status: number,
  words: string,
  browser = team.browser,
): Promise<void> {
  expect([page.status, page.text.includes(words)]).toEqual([status, true]);
  expect(sessionOf(browser)).toBeNull();
  expect(await listUsers()).toEqual([]);
}

const STALE = 'This sign-in has expired';
const DISAGREEMENT = 'Sign-in is misconfigured';

test('K-21 an attacker’s answer does not sign a victim in as the attacker', async () => {
  const planted = (await team.signInAtProvider('mallory')).url;
  const victim = new FetchBrowser();
  await expectNothing(await victim.open(planted), 400, STALE, victim);

  // Not even while the victim is signing in.
  await victim.open(`${team.dashboard.url}/dashboard/sign-in/openid`);
  expect(attemptOf(victim)).toBeDefined();
  await expectNothing(await victim.open(planted), 400, STALE, victim);
  expect(team.provider.tokens).toEqual([]);
});

test('K-21 nor does a form of the attacker’s that holds the answer', async () => {
  const answer = (await team.signInAtProvider('mallory')).url.search.slice(1);
  for (const headers of [{}, { 'Sec-Fetch-Site': 'cross-site' }, { Origin: 'https://evil.example' }]) {
    const body = new URLSearchParams({ answer });
    const forged = await team.dashboard.ask(CALLBACK, { method: 'POST', body, headers });
    expect([forged.status, forged.headers.getSetCookie()]).toEqual([403, []]);
  }
  const own = await team.dashboard.post(CALLBACK, { answer });
  expect([own.status, await own.text()]).toEqual([400, expect.stringContaining(STALE)]);
  expect(team.provider.tokens).toEqual([]);
});

test('K-21 an answer that was used is over: in its own browser, in another, and for a thief of the cookie', async () => {
  const back = await team.signInAtProvider('alice');
  const attempt = attemptOf(team.browser);
  const done = await team.browser.submit(back, {}, 'callback');
  const session = sessionOf(team.browser);
  expect(done.url.pathname).toBe('/dashboard/api-keys');

  // Who goes back, and sends the form again, is led to where it led the first time; nothing begins anew.
  expect((await team.browser.open(back.url)).url.pathname).toBe('/dashboard/api-keys');
  expect((await team.browser.submit(back, {}, 'callback')).url.pathname).toBe('/dashboard/api-keys');
  expect(sessionOf(team.browser)).toBe(session);
  expect(team.provider.tokens).toHaveLength(1);

  const thief = new FetchBrowser();
  expect((await thief.open(back.url)).status).toBe(400);
  thief.setCookie(team.dashboard.url, attempt?.name ?? '', attempt?.value ?? '');
  const stolen = await thief.submit(await thief.open(back.url), {}, 'callback');
  expect([stolen.status, sessionOf(thief)]).toEqual([400, null]);
  expect(team.dashboard.log.join('\n')).toContain('invalid_grant');
});

test('K-21 of two who send one answer at once one is let in at most', async () => {
  const back = await team.signInAtProvider('alice');
  const { name, value } = attemptOf(team.browser) as { name: string; value: string };
  const headers = { Cookie: `${name}=${value}` };
  const answer = back.url.search.slice(1);
  const answers = await Promise.all(
    [1, 2, 3].map(() => team.dashboard.post(CALLBACK, { answer }, { headers })),
  );
  const sessions = answers
    .flatMap((one) => one.headers.getSetCookie())
    .filter((set) => /^procgen-\d+=/.test(set));
  expect(sessions.length).toBeLessThanOrEqual(1);
});

test('K-21 ten minutes after it was begun a sign-in is over', async () => {
  const back = await team.signInAtProvider('alice');
  team.dashboard.clock.now += 10 * 60_000;
  await expectNothing(await team.browser.submit(back, {}, 'callback'), 400, STALE);
  expect(team.provider.tokens).toEqual([]);
});

test('K-21 until then it is not', async () => {
  const back = await team.signInAtProvider('alice');
  team.dashboard.clock.now += 10 * 60_000 - 1;
  expect((await team.browser.submit(back, {}, 'callback')).url.pathname).toBe('/dashboard/api-keys');
});

test.each<[string, (token: string) => string]>([
  [
    'made younger',
    (token) => `${(Number.parseInt(token, 36) + 1).toString(36)}${token.slice(token.indexOf('.'))}`,
  ],
  ['cut short', (token) => token.slice(0, -1)],
  ['empty', () => ''],
  ['of another browser', (token) => `${token.slice(0, token.indexOf('.'))}.${'A'.repeat(43)}`],
  ['from the future', (token) => `zzzzzzzz${token.slice(token.indexOf('.'))}`],
  ['doubled', (token) => `${token}; procgen-sign-in-0=${token}`],
])('K-21 an attempt whose cookie is %s is none', async (what, change) => {
  const back = await team.signInAtProvider('alice');
  const { name, value } = attemptOf(team.browser) as { name: string; value: string };
  const cookie = what === 'doubled' ? `${name}=${value}; ${name}=${value}` : `${name}=${change(value)}`;
  const answer = await team.dashboard.ask(`${CALLBACK}${back.url.search}`, { headers: { Cookie: cookie } });
  expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining(STALE)]);
});

test.each<[string, (answer: URLSearchParams) => void, number, string]>([
  ['no state', (answer) => answer.delete('state'), 400, STALE],
  ['another state', (answer) => answer.set('state', 'A'.repeat(43)), 400, STALE],
  ['two states', (answer) => answer.append('state', 'x'), 400, STALE],
  ['no code', (answer) => answer.delete('code'), 502, DISAGREEMENT],
  ['two codes', (answer) => answer.append('code', 'x'), 502, DISAGREEMENT],
  ['another code', (answer) => answer.set('code', 'stolen'), 400, STALE],
  ['another issuer', (answer) => answer.set('iss', 'https://evil.example'), 502, DISAGREEMENT],
  ['no issuer, where the provider sends one', (answer) => answer.delete('iss'), 502, DISAGREEMENT],
  [
    'an error beside the code',
    (answer) => answer.set('error', 'access_denied'),
    403,
    'You are not signed in',
  ],
  ['a token in its address', (answer) => answer.set('id_token', 'x.y.z'), 502, DISAGREEMENT],
])('K-21 an answer with %s lets nobody in', async (_, change, status, words) => {
  const back = await team.signInAtProvider('alice');
  const answer = new URLSearchParams(back.url.search);
  change(answer);
  const page = await team.browser.submit(back, { answer: answer.toString() }, 'callback');
  await expectNothing(page, status, words);
  expect(attemptOf(team.browser)).toBeUndefined();
});

/** The claims as the provider would sign them. */
function claimsOf(idToken: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString());
}

const now = () => Math.floor(Date.now() / 1000);
const foreignKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;

test.each<[string, (claims: Record<string, unknown>, idToken: string) => unknown]>([
  [
    'of another question (nonce)',
    (claims) => team.provider.signIdToken({ ...claims, nonce: 'A'.repeat(43) }),
  ],
  ['without a nonce', ({ nonce: _nonce, ...claims }) => team.provider.signIdToken(claims)],
  [
    'that has expired',
    (claims) => team.provider.signIdToken({ ...claims, iat: now() - 900, exp: now() - 300 }),
  ],
  ['that never expires', ({ exp: _exp, ...claims }) => team.provider.signIdToken(claims)],
  ['that is not valid yet', (claims) => team.provider.signIdToken({ ...claims, nbf: now() + 300 })],
  ['of another issuer', (claims) => team.provider.signIdToken({ ...claims, iss: 'https://evil.example' })],
  ['for another client', (claims) => team.provider.signIdToken({ ...claims, aud: 'another-client' })],
  [
    'for two clients, made for the other',
    (claims) => team.provider.signIdToken({ ...claims, aud: [CLIENT.id, 'other'], azp: 'other' }),
  ],
  ['of nobody', ({ sub: _sub, ...claims }) => team.provider.signIdToken(claims)],
  ['of an empty name', (claims) => team.provider.signIdToken({ ...claims, sub: '' })],
  ['of no text', (claims) => team.provider.signIdToken({ ...claims, sub: 42 })],
  ['of a name with control characters', (claims) => team.provider.signIdToken({ ...claims, sub: 'a\r\nb' })],
  ['of a name without end', (claims) => team.provider.signIdToken({ ...claims, sub: 'a'.repeat(300) })],
  ['that another key signed', (claims) => team.provider.signIdToken(claims, { key: foreignKey })],
  ['that an unknown key signed', (claims) => team.provider.signIdToken(claims, { header: { kid: 'x' } })],
  [
    'that brings its key along',
    (claims) =>
      team.provider.signIdToken(claims, {
        key: foreignKey,
        header: { jwk: foreignKey.export({ format: 'jwk' }) },
      }),
  ],
  ['without a signature', (_, idToken) => idToken.replace(/[^.]*$/, '')],
  [
    'that says it needs none',
    (claims) => team.provider.signIdToken(claims, { header: { alg: 'none' } }).replace(/[^.]*$/, ''),
  ],
  [
    'signed with the client’s secret',
    (claims) => {
      const text = team.provider.signIdToken(claims, { header: { alg: 'HS256' } }).replace(/\.[^.]*$/, '');
      return `${text}.${createHmac('sha256', CLIENT.secret).update(text).digest('base64url')}`;
    },
  ],
  [
    'that was changed',
    (_, idToken) => idToken.replace(/\.[^.]*\./, `.${Buffer.from('{}').toString('base64url')}.`),
  ],
  ['that is none', () => 'not a token'],
  ['that is missing', () => undefined],
])('K-21 an ID token %s lets nobody in', async (_, forge) => {
  team.provider.tamper = (answer) => {
    const idToken = String(answer.id_token);
    return { ...answer, id_token: forge(claimsOf(idToken), idToken) };
  };
  const page = await team.signIn('alice');
  await expectNothing(page, 502, DISAGREEMENT);
  const log = team.dashboard.log.join('\n');
  expect(log).toContain('"reason":"disagreement"');
  expect(log).not.toMatch(/eyJ[\w-]{10}|not a token/);
});

test('K-21 the same token, signed anew and unchanged, lets alice in: what is refused above is the change', async () => {
  team.provider.tamper = (answer) => ({
    ...answer,
    id_token: team.provider.signIdToken(claimsOf(String(answer.id_token))),
  });
  expect((await team.signIn('alice')).url.pathname).toBe('/dashboard/api-keys');
});

test('K-21 the user info of another user lets nobody in', async () => {
  await startAgain({ openId: { userClaim: 'email' } });
  team.provider.intercept = (req, res) => {
    if (req.url !== '/me') return false;
    res.setHeader('Content-Type', 'application/json');
    res.end(JSON.stringify({ sub: 'mallory', email: 'alice@example.com', email_verified: true }));
    return true;
  };
  await expectNothing(await team.signIn('alice'), 502, DISAGREEMENT);
});

test('K-21 an address of one source is not verified by another', async () => {
  let seen: unknown;
  await startAgain({
    keepsIdTokenSmall: false,
    accounts: { mallory: { email: 'alice@example.com', email_verified: undefined } },
    openId: {
      allow: (claims) => {
        seen = claims.email_verified;
        return claims.email_verified === true && claims.email === 'alice@example.com';
      },
    },
  });
  team.provider.intercept = (req, res) => {
    if (req.url !== '/me') return false;
    res.setHeader('Content-Type', 'application/json');
    res.end(JSON.stringify({ sub: 'mallory', email: 'mallory@evil.example', email_verified: true }));
    return true;
  };
  expect((await team.signIn('mallory')).status).toBe(403);
  expect(seen).toBeUndefined();
});

test('K-21 what stands in a link to the answer’s page is not shown there', async () => {
  const query = new URLSearchParams({
    error: 'access_denied',
    error_description: 'Your account is locked. Call 0900 for <b>help</b>.',
    error_uri: 'https://evil.example',
    state: 'x',
  });
  const page = await team.browser.open(`${team.dashboard.url}${CALLBACK}?${query}`);
  expect(page.status).toBe(400);
  expect(page.text).not.toMatch(/0900|evil\.example|locked/);

  const back = await team.signInAtProvider('alice');
  query.set('state', back.url.searchParams.get('state') ?? '');
  query.set('iss', team.provider.issuer);
  const denied = await team.browser.submit(back, { answer: query.toString() }, 'callback');
  expect(denied.status).toBe(403);
  expect(denied.text).not.toMatch(/0900|evil\.example|locked/);
});

test('K-21 markup in what the provider says is text', async () => {
  const email = '<script>alert(1)</script>@example.com';
  await startAgain({ accounts: { m: { email, email_verified: true } }, openId: { allow: ['example.org'] } });
  const page = await team.signIn('m');
  expect(page.status).toBe(403);
  expect(page.text).not.toContain('<script>alert');
  expect(page.text).toContain('&lt;script&gt;');
});

test('K-21 a link of another site does not sign anybody in again', async () => {
  const signedIn = await team.signIn('alice');
  await team.browser.submit(signedIn, {}, 'sign-out');
  for (const site of ['cross-site', 'same-site']) {
    const answer = await team.dashboard.ask('/dashboard/sign-in/openid', {
      headers: { 'Sec-Fetch-Site': site },
    });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/dashboard/sign-in']);
    expect(answer.headers.getSetCookie()).toEqual([]);
  }
});

test('K-21 a session that somebody planted before is not the one that begins', async () => {
  const planted = await team.dashboard.keyring.sessions.create('mallory');
  const { port } = new URL(team.dashboard.url);
  const back = await team.signInAtProvider('alice');
  team.browser.setCookie(team.dashboard.url, `procgen-${port}`, planted.token);
  const page = await team.browser.submit(back, {}, 'callback');
  expect(page.text).toContain('#alice');
  expect(sessionOf(team.browser)).not.toBe(planted.token);
  expect(await team.dashboard.keyring.sessions.find(planted.token)).toBeNull();
});

test('K-21 nothing in a request changes where the provider sends people, or where they end', async () => {
  const answer = await team.dashboard.ask(
    '/dashboard/sign-in/openid?redirect_uri=https://evil.example&next=//evil.example&prompt=none&scope=admin',
    {
      headers: {
        'X-Forwarded-Host': 'evil.example',
        'X-Forwarded-Proto': 'https',
        Referer: 'https://evil.example',
      },
    },
  );
  const url = new URL(answer.headers.get('location') ?? '');
  expect(url.href).not.toContain('evil');
  expect(url.searchParams.get('scope')).toBe('openid email');
  expect(url.searchParams.has('prompt')).toBe(false);
  const back = await team.signInAtProvider('alice');
  const page = await team.browser.submit(back, { next: 'https://evil.example' }, 'callback');
  expect(page.url.href).toBe(`${team.dashboard.url}/dashboard/api-keys`);
});

test('K-21 a foreign Host takes nobody to the provider without baseUrl, and nowhere else with it', async () => {
  const ask = () =>
    askAs(team.dashboard.url, 'evil.example', {
      path: '/dashboard/sign-in/openid',
      headers: { 'Sec-Fetch-Site': 'none' },
    });
  const without = await ask();
  expect([without.status, without.headers.location]).toEqual([502, undefined]);
  expect(team.dashboard.log.join('\n')).toContain('baseUrl is not set');
  await startAgain({ dashboard: { baseUrl: 'https://keys.example.com/' } });
  const url = new URL(String((await ask()).headers.location));
  expect(url.searchParams.get('redirect_uri')).toBe(`https://keys.example.com${CALLBACK}`);
});

test('K-21 over plain http from elsewhere nobody is sent to the provider', async () => {
  const answer = await askAs(team.dashboard.url, 'keys.example.com', { path: '/dashboard/sign-in/openid' });
  expect([answer.status, answer.text.includes('not encrypted'), answer.cookies]).toEqual([403, true, []]);
});

test.each([
  ['says it is another', { issuer: 'https://evil.example' }, 502],
  ['has an endpoint elsewhere without https', { authorization_endpoint: 'http://evil.example/auth' }, 502],
  ['has no endpoint', { authorization_endpoint: undefined }, 502],
])('K-21 a provider that %s is not gone to', async (_, changes, status) => {
  team.provider.intercept = (req, res) => {
    if (req.url !== '/.well-known/openid-configuration') return false;
    const { issuer } = team.provider;
    const metadata = { issuer, authorization_endpoint: `${issuer}/auth`, token_endpoint: `${issuer}/token` };
    res.setHeader('Content-Type', 'application/json');
    res.end(JSON.stringify({ ...metadata, ...changes }));
    return true;
  };
  const page = await team.browser.open(`${team.dashboard.url}/dashboard/sign-in/openid`);
  expect(page.status).toBe(status);
  expect(attemptOf(team.browser)).toBeUndefined();
});

test('K-21 the client’s secret does not follow a redirect of the token endpoint, nor go to http elsewhere', async () => {
  const elsewhere: string[] = [];
  const other = await startTeam();
  onTestFinished(() => other.close());
  other.provider.intercept = (req, res) => {
    elsewhere.push(`${req.url} ${req.headers.authorization}`);
    res.end();
    return true;
  };
  team.provider.intercept = (req, res) => {
    if (req.url !== '/token') return false;
    res.writeHead(307, { Location: `${other.provider.issuer}/token` }).end();
    return true;
  };
  await expectNothing(await team.signIn('alice'), 502, DISAGREEMENT);
  expect(elsewhere).toEqual([]);
});

test.each<[string, number, string]>([
  ['an error of its own', 500, '{"error":"server_error"}'],
  ['too many requests', 429, ''],
  ['maintenance', 503, '<h1>Back soon</h1>'],
])('K-21 a token endpoint with %s is one that cannot be reached now', async (_, status, body) => {
  team.provider.intercept = (req, res) => {
    if (req.url !== '/token') return false;
    res.writeHead(status, { 'Content-Type': 'text/html' }).end(body);
    return true;
  };
  await expectNothing(await team.signIn('alice'), 503, 'Example is not responding');
});

test('K-21 a provider that never answers keeps nobody waiting for long', async () => {
  team.provider.intercept = () => true;
  const before = Date.now();
  const page = await team.browser.open(`${team.dashboard.url}/dashboard/sign-in/openid`);
  expect(page.status).toBe(503);
  expect(Date.now() - before).toBeLessThan(8_000);
});

test('K-21 who has signed in at the provider but sends the form late, signed out meanwhile, begins again', async () => {
  const back = await team.signInAtProvider('alice');
  team.browser.forget(team.dashboard.url);
  const page = await team.browser.submit(back, {}, 'callback');
  await expectNothing(page, 400, STALE);
  const again = await passProvider(team.browser, await team.browser.follow(page, 'Try again'), 'alice');
  expect((await team.browser.submit(again, {}, 'callback')).url.pathname).toBe('/dashboard/api-keys');
});
