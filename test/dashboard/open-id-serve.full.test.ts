import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { createBuiltProject } from '../cli/serve/built-server.js';
import { spawnProcgen } from '../cli/spawn-procgen.js';

/** The environment in which this runs each time that a module is looked up; the source of a loader's `resolve`. */
async function watchModules(root: string, body: string): Promise<Record<string, string>> {
  const hooks = `export async function resolve(specifier, context, next) { ${body} }`;
  const url = `data:text/javascript,${encodeURIComponent(hooks)}`;
  const file = join(root, 'watch-modules.mjs');
  await writeFile(file, `import { register } from 'node:module';\nregister(${JSON.stringify(url)});\n`);
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
