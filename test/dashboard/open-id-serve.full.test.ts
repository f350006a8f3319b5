import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { createBuiltProject } from '../cli/serve/built-server.js';
import { spawnProcgen } from '../cli/spawn-procgen.js';
import { createProject, PING } from '../cli/temporary-project.js';
import { FetchBrowser } from './support/browser.js';
import { CLIENT, startProvider } from './support/start-provider.js';
import { passProvider } from './support/start-team.js';

/** The environment in which this runs each time that a module is looked up; the source of a loader's `resolve`. */
async function watchModules(root: string, body: string): Promise<Record<string, string>> {
  const hooks = `export function resolve(specifier, context, next) { ${body} }`;
  const file = join(root, 'watch-modules.mjs');
  const { href } = new URL('../register-hooks.mjs', import.meta.url);
  await writeFile(
    file,
    `import { registerHooks } from '${href}';\nawait registerHooks(${JSON.stringify(hooks)});\n`,
  );
  return { NODE_OPTIONS: `--import=${pathToFileURL(file).href}` };
}

test('K-21 without the package serve exits 2 with the command that installs it', async () => {
  const root = await createBuiltProject(
    `{ signIn: { openId: { issuer: 'https://id.example.com', clientId: 'x', allow: '*' } } }`,
  );
  // As on a machine where it is not installed.
  const env = await watchModules(
    root,
    `if (specifier !== 'openid-client') return next(specifier, context);
    throw Object.assign(new Error('Cannot find package'), { code: 'ERR_MODULE_NOT_FOUND' });`,
  );
  const { exitCode, err } = await spawnProcgen(root, 'serve --mode production --port 0', env).end;
  expect(exitCode).toBe(2);
  expect(err).toContain('signIn.openId requires the package openid-client, which is not installed.');
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
  expect(await page.text()).toContain('Example is not responding');
  server.signal('SIGTERM');
  const { out, err, exitCode } = await server.end;
  expect(exitCode).toBe(0);
  expect(out).toContain('the sign-in provider cannot be used');
  expect(out + err).not.toContain(secret);
});

test('K-21 a server without OpenID Connect never loads the package', async () => {
  const root = await createBuiltProject();
  const env = await watchModules(
    root,
    `if (specifier === 'openid-client') process.stderr.write('LOADED\\n');
    return next(specifier, context);`,
  );
  const server = spawnProcgen(root, 'serve --mode production --port 0', env);
  const [, origin] = await server.seen(/listening on (http:\S+)/);
  expect((await fetch(`${origin}/dashboard/sign-in`)).status).toBe(200);
  expect((await fetch(`${origin}/dashboard/sign-in/openid`)).status).toBe(404);
  server.signal('SIGTERM');
  expect((await server.end).err).not.toContain('LOADED');
});

/** As somebody would write it: what differs from place to place comes from the environment. */
const CONFIG = `import { defineConfig } from 'procgen';
import { isOnTeam } from './team.js';

export default defineConfig({
  tags: { demo: 'Demo' },
  signIn: {
    openId: {
      issuer: process.env.ISSUER ?? '',
      clientId: '${CLIENT.id}',
      name: 'Example',
      allow: (claims) => isOnTeam(String(claims.email)),
    },
  },
});
`;

const TEAM = `if (!process.env.TEAM) throw new Error('TEAM is not set.');
const team = process.env.TEAM.split(',');

export const isOnTeam = (email: string) => team.includes(email);
`;

test('K-21 a project is built without its environment, served with it, and signs its team in', async () => {
  const provider = await startProvider();
  onTestFinished(() => provider.stop());
  const files = { 'procgen.config.ts': CONFIG, 'team.ts': TEAM, 'procedures/ping.ts': PING };
  const root = await createProject(files);
  const build = await spawnProcgen(root, 'build').end;
  expect([build.exitCode, build.err]).toEqual([0, expect.any(String)]);

  const env = {
    ISSUER: provider.issuer,
    TEAM: 'alice@example.com',
    PROCGEN_OPENID_CLIENT_SECRET: CLIENT.secret,
  };
  const server = spawnProcgen(root, 'serve --mode production --port 0', env);
  const [, origin = ''] = await server.seen(/listening on (http:\S+)/);
  // The provider's own name is `localhost`; by its number this server is another site.
  const url = origin.replace('localhost', '127.0.0.1');
  provider.admit(url);

  const signIn = async (account: string) => {
    const browser = new FetchBrowser();
    const page = await browser.open(`${url}/dashboard/api-keys`);
    const back = await passProvider(browser, await browser.follow(page, 'Sign in with Example'), account);
    return { browser, page: await browser.submit(back, {}, 'callback') };
  };
  const [alice, bob] = [await signIn('alice'), await signIn('bob')];
  expect([alice.page.url.pathname, alice.page.status]).toEqual(['/dashboard/api-keys', 200]);
  expect([bob.page.status, bob.page.text.includes('bob@example.com')]).toEqual([403, true]);

  server.signal('SIGTERM');
  const { out, err, exitCode } = await server.end;
  expect(exitCode).toBe(0);
  const userId = `${new URL(provider.issuer).host}#alice`;
  expect(out).toContain(`"userId":"${userId}","method":"openid-connect","msg":"signed in"`);
  const secrets = [alice, bob].flatMap(({ browser }) =>
    browser.visited.flatMap((visited) => {
      const { searchParams } = new URL(visited);
      return ['code', 'state', 'nonce'].flatMap((name) => searchParams.get(name) ?? []);
    }),
  );
  expect(secrets.length).toBeGreaterThanOrEqual(8);
  const tokens = provider.tokens.flatMap(({ answer }) => [answer.id_token, answer.access_token].map(String));
  for (const secret of [...secrets, ...tokens, CLIENT.secret]) expect(out + err).not.toContain(secret);
});
