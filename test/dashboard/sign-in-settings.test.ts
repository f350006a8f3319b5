import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import type { Config } from '../../src/authoring/config.js';
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
  [{ proxyHeader: PROXY }, 'signIn.proxyHeader needs baseUrl'],
  [
    { proxyHeader: { ...PROXY, name: 'X Forwarded' } },
    'signIn.proxyHeader.name: Expected the name of a header',
  ],
  [{ proxyHeader: { ...PROXY, from: [] } }, 'signIn.proxyHeader.from: Expected at least one address'],
  [{ proxyHeader: { ...PROXY, from: '10.0.0.1' } }, 'signIn.proxyHeader.from: Expected the addresses'],
  [{ proxyHeader: { ...PROXY, from: ['10.0.0.0/33'] } }, 'signIn.proxyHeader.from.0: Expected an address'],
  [{ proxyHeader: { ...PROXY, from: ['proxy.local'] } }, 'signIn.proxyHeader.from.0: Expected an address'],
  [{ proxyHeader: { ...PROXY, from: ['0.0.0.0/0'] } }, 'signIn.proxyHeader.from.0: This is every address'],
  [{ proxyHeader: { ...PROXY, from: ['::/0'] } }, 'signIn.proxyHeader.from.0: This is every address'],
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

test('K-21 without the package serve exits 2 with the command that installs it', async () => {
  const root = await createBuiltProject(
    `{ signIn: { openId: { issuer: 'https://id.example.com', clientId: 'x', allow: '*' } } }`,
  );
  // As on a machine where it is not installed.
  const hooks = `export async function resolve(specifier, context, next) {
    if (specifier !== 'openid-client') return next(specifier, context);
    throw Object.assign(new Error('Cannot find package'), { code: 'ERR_MODULE_NOT_FOUND' });
  }`;
  const url = `data:text/javascript,${encodeURIComponent(hooks)}`;
  const file = join(root, 'uninstall.mjs');
  await writeFile(file, `import { register } from 'node:module';\nregister(${JSON.stringify(url)});\n`);
  const env = { NODE_OPTIONS: `--import=${pathToFileURL(file).href}` };
  const { exitCode, err } = await spawnProcgen(root, 'serve --mode production --port 0', env).end;
  expect(exitCode).toBe(2);
  expect(err).toContain('signIn.openId needs the package openid-client, which is not installed.');
  expect(err).toContain('npm install openid-client@6');
});

test('K-21 serve starts while the provider is down, warns, and never tells the secret', async () => {
  const root = await createBuiltProject(
    `{ signIn: { openId: { issuer: 'http://127.0.0.1:1', clientId: 'x', allow: '*', name: 'Example' } } }`,
  );
  const secret = 'the-secret-of-the-environment';
  const server = spawnProcgen(root, 'serve --mode production --port 0', {
    PROCGEN_OPENID_CLIENT_SECRET: secret,
  });
  const [, origin] = await server.seen(/listening on (http:\S+)/);
  const page = await fetch(`${origin}/dashboard/sign-in/openid`);
  expect(page.status).toBe(503);
  expect(await page.text()).toContain('Example does not answer');
  server.signal('SIGTERM');
  const { out, err, exitCode } = await server.end;
  expect(exitCode).toBe(0);
  expect(out).toContain('the sign-in provider cannot be used');
  expect(out + err).not.toContain(secret);
});

test('K-21 a server without OpenID Connect never loads the package', async () => {
  const root = await createBuiltProject();
  const hooks = `export async function resolve(specifier, context, next) {
    if (specifier === 'openid-client') process.stderr.write('LOADED\\n');
    return next(specifier, context);
  }`;
  const file = join(root, 'watch.mjs');
  const url = `data:text/javascript,${encodeURIComponent(hooks)}`;
  await writeFile(file, `import { register } from 'node:module';\nregister(${JSON.stringify(url)});\n`);
  const env = { NODE_OPTIONS: `--import=${pathToFileURL(file).href}` };
  const server = spawnProcgen(root, 'serve --mode production --port 0', env);
  const [, origin] = await server.seen(/listening on (http:\S+)/);
  expect((await fetch(`${origin}/dashboard/sign-in`)).status).toBe(200);
  expect((await fetch(`${origin}/dashboard/sign-in/openid`)).status).toBe(404);
  server.signal('SIGTERM');
  expect((await server.end).err).not.toContain('LOADED');
});
