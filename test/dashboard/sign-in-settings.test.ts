import { expect, test } from 'vitest';
import type { Config } from '../../src/definition/config.js';
import { readSignInSettings } from '../../src/runtime/sign-in/read-sign-in-settings.js';
import { createBuiltProject } from '../cli/serve/built-server.js';
import { spawnProcgen } from '../cli/spawn-procgen.js';

const OPEN_ID = { issuer: 'https://id.example.com', clientId: 'procgen', allow: '*' } as const;
const PROXY = { name: 'X-Forwarded-User', from: ['10.0.0.0/8'] };

const read = (signIn: unknown, baseUrl?: string, secret?: string) =>
  readSignInSettings({ signIn, ...(baseUrl ? { baseUrl } : {}) } as Config, secret);

test('K-21 both ways are off unless configured', () => {
  expect(read(undefined)).toEqual({ openId: null, proxyHeader: null });
  expect(read({})).toEqual({ openId: null, proxyHeader: null });
});

test('what is not said has a default', () => {
  expect(read({ openId: OPEN_ID }).openId).toEqual({
    ...OPEN_ID,
    clientSecret: null,
    clientAuthentication: null,
    name: 'id.example.com',
    scopes: ['email'],
    userClaim: 'sub',
  });
});

test('the secret of the environment wins over the configuration’s', () => {
  const openId = { ...OPEN_ID, clientSecret: 'of the file' };
  expect(read({ openId }).openId?.clientSecret).toBe('of the file');
  expect(read({ openId }, undefined, 'of the environment').openId?.clientSecret).toBe('of the environment');
});

test.each<[unknown, string]>([
  [{ openId: {} }, 'signIn.openId.issuer: Expected the URL of the provider.'],
  [{ openId: { ...OPEN_ID, issuer: '' } }, 'signIn.openId.issuer: Expected the URL of the provider.'],
  [{ openId: { ...OPEN_ID, issuer: 'id.example.com' } }, 'signIn.openId.issuer: Expected an https URL'],
  [{ openId: { ...OPEN_ID, issuer: 'http://id.example.com' } }, 'http is for a provider on this machine'],
  [
    { openId: { ...OPEN_ID, issuer: 'http://localhost.example.com' } },
    'http is for a provider on this machine',
  ],
  [
    { openId: { ...OPEN_ID, issuer: 'http://127.0.0.1.example.com' } },
    'http is for a provider on this machine',
  ],
  [{ openId: { ...OPEN_ID, issuer: 'https://id.example.com/?tenant=1' } }, 'without query and fragment'],
  [{ openId: { ...OPEN_ID, issuer: 'https://id.example.com#x' } }, 'without query and fragment'],
  [{ openId: { ...OPEN_ID, issuer: 'https://user:pass@id.example.com' } }, 'signIn.openId.issuer'],
  [{ openId: { ...OPEN_ID, clientId: undefined } }, 'signIn.openId.clientId: Expected the id of this client'],
  [{ openId: { ...OPEN_ID, allow: undefined } }, 'signIn.openId.allow: Say who may sign in'],
  [{ openId: { ...OPEN_ID, allow: [] } }, 'signIn.openId.allow: Expected at least one'],
  [{ openId: { ...OPEN_ID, allow: ['@example.com'] } }, 'signIn.openId.allow.0: Expected an e-mail address'],
  [{ openId: { ...OPEN_ID, allow: ['*'] } }, 'signIn.openId.allow.0: Expected an e-mail address'],
  [{ openId: { ...OPEN_ID, allow: ['*.example.com'] } }, 'signIn.openId.allow.0: Expected an e-mail address'],
  [{ openId: { ...OPEN_ID, redirectUri: 'x' } }, 'signIn.openId.redirectUri: Unrecognized key'],
  [{ proxyHeader: PROXY }, 'signIn.proxyHeader requires baseUrl'],
  [
    { proxyHeader: { ...PROXY, name: 'X Forwarded' } },
    'signIn.proxyHeader.name: Expected the name of a header',
  ],
  [{ proxyHeader: { ...PROXY, from: [] } }, 'signIn.proxyHeader.from: Expected at least one address'],
  [{ proxyHeader: { ...PROXY, from: '10.0.0.1' } }, 'signIn.proxyHeader.from: Expected the addresses'],
  [{ proxyHeader: { ...PROXY, from: ['10.0.0.0/33'] } }, 'signIn.proxyHeader.from.0: Expected an address'],
  [{ proxyHeader: { ...PROXY, from: ['proxy.local'] } }, 'signIn.proxyHeader.from.0: Expected an address'],
  [
    { proxyHeader: { ...PROXY, from: ['0.0.0.0/0'] } },
    'signIn.proxyHeader.from.0: This includes every address',
  ],
  [{ proxyHeader: { ...PROXY, from: ['::/0'] } }, 'signIn.proxyHeader.from.0: This includes every address'],
  [{ saml: {} }, 'signIn.saml: Unrecognized key'],
  [[], 'signIn: '],
  ['openid', 'signIn: '],
])('K-21 %j is refused in words', (signIn, words) => {
  expect(() => read(signIn)).toThrow(words);
});

test.each([
  'http://localhost:4000',
  'http://127.0.0.1',
  'http://[::1]:4000',
  'https://kc.example.com/realms/a',
])('K-21 %s may be an issuer', (issuer) => {
  expect(read({ openId: { ...OPEN_ID, issuer } }).openId?.issuer).toBe(issuer);
});

test('K-21 serve refuses a configuration that is wrong with exit 2, and says all that is', async () => {
  const root = await createBuiltProject(
    `{ signIn: { openId: { issuer: process.env.ISSUER, clientId: 'x', allow: '*' }, proxyHeader: { name: 'User', from: ['x'] } } }`,
  );
  const { exitCode, err, out } = await spawnProcgen(root, 'serve --mode production --port 0').end;
  expect(exitCode).toBe(2);
  expect(err).toContain('signIn.openId.issuer: Expected the URL of the provider.');
  expect(err).toContain('signIn.proxyHeader.from.0: Expected an address');
  expect(err).not.toContain('    at ');
  expect(out).toBe('');
});
