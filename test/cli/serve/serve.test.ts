import { createHmac } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { spawnProcgen } from '../spawn-procgen.js';
import { createBuiltProject } from './built-server.js';

const LISTENING = /^listening on (http:\/\/localhost:(\d+))$/m;

async function start(root: string, line = '', env: Record<string, string> = {}) {
  const server = spawnProcgen(root, `serve --mode production --port 0${line}`, env);
  const [, origin = ''] = await server.seen(LISTENING);
  await server.seen(/^ {2}sign in .*\n/m);
  return { ...server, origin };
}

test('A server says where it listens, what is where, and serves; a signal ends it with 0.', async () => {
  const root = await createBuiltProject();
  const server = await start(root);
  expect(await (await fetch(`${server.origin}/api/ping`)).json()).toEqual({ pong: true });
  expect((await fetch(`${server.origin}/readyz`)).status).toBe(200);
  server.signal('SIGTERM');
  const { exitCode, err } = await server.end;
  expect(exitCode).toBe(0);
  expect(err).toMatch(/^ {2}API +http:\/\/localhost:\d+\/api$/m);
  expect(err).toMatch(/^ {2}dashboard +http:\/\/localhost:\d+\/dashboard\/api-keys$/m);
  expect(err).toMatch(/^ {2}description +http:\/\/localhost:\d+\/api\/openapi\.json$/m);
  expect(err).toMatch(/^ {2}mode +production$/m);
  expect(err).toMatch(/^ {2}store +file:\.procgen\/store\.json$/m);
  expect(err).not.toContain('/api/docs');
});

test.each(['{ "name": "shop" }', '{ "name": "shop", "type": "commonjs" }'])(
  'Node takes the server of a project with the manifest %s as an ES module, without a warning.',
  async (manifest) => {
    const root = await createBuiltProject();
    await writeFile(join(root, 'package.json'), manifest);
    const server = await start(root);
    expect((await fetch(`${server.origin}/api/ping`)).status).toBe(200);
    server.signal('SIGTERM');
    const { exitCode, err } = await server.end;
    expect(exitCode).toBe(0);
    expect(err.split('\n')[0]).toMatch(LISTENING);
  },
);

test('The sign-in link is for the first user; later starts name the command that makes one.', async () => {
  const root = await createBuiltProject();
  const first = await start(root);
  const [link = ''] = await first.seen(/http:\/\/localhost:\d+\/dashboard\/sign-in\?token=[\w-]{43}/);
  expect((await fetch(link)).status).toBe(200);
  first.signal('SIGINT');
  expect((await first.end).exitCode).toBe(0);
  const second = await start(root);
  second.signal('SIGINT');
  const { err } = await second.end;
  expect(err).toContain('procgen users link');
  expect(err).not.toContain('token=');
});

test('A server hashes keys with the pepper of PROCGEN_KEY_PEPPER, and does not start with a broken one.', async () => {
  const root = await createBuiltProject();
  const pepper = 'a-pepper-of-more-than-32-characters';
  const server = await start(root, '', { PROCGEN_KEY_PEPPER: pepper });
  const secret = (await spawnProcgen(root, 'keys create --plain').end).out.trim();
  const store = await readFile(join(root, '.procgen/store.json'), 'utf8');
  expect(store).toContain(createHmac('sha256', pepper).update(secret).digest('hex'));
  server.signal('SIGTERM');
  await server.end;
  const broken = spawnProcgen(root, 'serve --mode production --port 0', { PROCGEN_KEY_PEPPER: `${pepper},` });
  expect(await broken.end).toMatchObject({ exitCode: 2, err: expect.stringContaining('PROCGEN_KEY_PEPPER') });
});

test('A request that has arrived is answered before the server ends.', async () => {
  const server = await start(await createBuiltProject());
  const answer = fetch(`${server.origin}/api/slow`);
  await server.seen(/slow has begun/);
  server.signal('SIGTERM');
  expect(await (await answer).json()).toEqual({ late: true });
  expect((await server.end).exitCode).toBe(0);
});

test('A second signal does not wait and exits 1.', async () => {
  const root = await createBuiltProject(
    `{ onStop: () => new Promise((resolve) => setTimeout(resolve, 60000)) }`,
  );
  const server = await start(root);
  server.signal('SIGTERM');
  await server.seen(/^stopping/m);
  server.signal('SIGTERM');
  expect((await server.end).exitCode).toBe(1);
});

test('H-14 What nobody caught is logged, and the server drains and exits 1.', async () => {
  const server = await start(await createBuiltProject());
  await fetch(`${server.origin}/api/crash`);
  const { exitCode, out, err } = await server.end;
  expect(exitCode).toBe(1);
  const lines = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines).toContainEqual(
    expect.objectContaining({ level: 'error', err: expect.objectContaining({ message: 'boom outside' }) }),
  );
  expect(err).toContain('an uncaught error stopped the server');
});

test('A port that was asked for and is busy is named, on either way of asking.', async () => {
  const root = await createBuiltProject();
  const blocker = createServer();
  await new Promise<void>((resolve) => blocker.listen(0, '127.0.0.1', resolve));
  const { port } = blocker.address() as { port: number };
  try {
    const byFlag = await spawnProcgen(root, `serve --mode production --port ${port}`).end;
    const byEnv = await spawnProcgen(root, 'serve --mode production', { PORT: String(port) }).end;
    for (const { exitCode, out, err } of [byFlag, byEnv]) {
      expect({ exitCode, out }).toEqual({ exitCode: 2, out: '' });
      expect(err).toMatch(new RegExp(`^error: Port ${port} is already in use\\.\nhelp: `));
    }
  } finally {
    blocker.close();
  }
});

test('A second server on the same store is refused and told who has it.', async () => {
  const root = await createBuiltProject();
  const first = await start(root);
  const { exitCode, err } = await spawnProcgen(root, 'serve --mode production --port 0').end;
  expect(exitCode).toBe(2);
  expect(err).toMatch(/^error: .*store\.json/);
  expect(err).toContain(String(first.pid));
});

test('Keys made in the terminal while the server runs work at once.', async () => {
  const root = await createBuiltProject();
  const server = await start(root);
  expect((await spawnProcgen(root, 'keys create --name ci').end).exitCode).toBe(0);
  const { out } = await spawnProcgen(root, 'keys list --json').end;
  expect(JSON.parse(out).keys).toMatchObject([{ name: 'ci', user: 'local' }]);
  server.signal('SIGTERM');
  expect((await server.end).exitCode).toBe(0);
});

test('A stale build is refused with what has changed; without any source it is served.', async () => {
  const root = await createBuiltProject();
  await writeFile(join(root, 'procedures/ping.ts'), 'changed');
  const stale = await spawnProcgen(root, 'serve --mode production --port 0').end;
  expect(stale).toMatchObject({ exitCode: 2, out: '' });
  expect(stale.err).toMatch(
    /^error: The built server is stale: procedures\/ping\.ts has changed\.\nhelp: Run "procgen build"/,
  );
  await rm(join(root, 'procedures'), { recursive: true });
  const server = await start(root);
  server.signal('SIGTERM');
  expect((await server.end).exitCode).toBe(0);
});

test('A procedure that waits and cannot be made ends the server soon after its start, as if it had not waited.', async () => {
  const root = await createBuiltProject();
  const bundle = join(root, '.procgen/server/index.mjs');
  const text = await readFile(bundle, 'utf8');
  const late = "get procedure() { throw new TypeError('z.uuid is not a function'); }";
  await writeFile(bundle, text.replace('procedure: slow', late));
  const { exitCode, out, err } = await spawnProcgen(root, 'serve --mode production --port 0').end;
  expect({ exitCode, out }).toEqual({ exitCode: 2, out: '' });
  expect(err).toMatch(
    /^error: The application could not be loaded: TypeError: z\.uuid is not a function\n {2}--> \.procgen\/server\/index\.mjs:\d+/m,
  );
});

test('A server is ready once every procedure is made, however long that takes.', async () => {
  const root = await createBuiltProject();
  const bundle = join(root, '.procgen/server/index.mjs');
  const text = await readFile(bundle, 'utf8');
  const late = (
    index: number,
  ) => `{ name: 'late.get${index}', method: 'GET', path: '/late${index}', get procedure() {
    for (const until = performance.now() + 5; performance.now() < until; );
    globalThis.made = ${index};
    return ping;
  }, protect: false, rateLimit: false, status: 200 },`;
  const rows = Array.from({ length: 40 }, (_, index) => late(index + 1)).join('\n');
  await writeFile(
    bundle,
    text
      .replace('  routes: [', `  routes: [${rows}`)
      .replace('({ pong: true })', '({ pong: globalThis.made === 40 })'),
  );
  const server = await start(root);
  expect((await fetch(`${server.origin}/readyz`)).status).toBe(200);
  expect(await (await fetch(`${server.origin}/api/ping`)).json()).toEqual({ pong: true });
  server.signal('SIGTERM');
  expect((await server.end).exitCode).toBe(0);
});

test('An application that fails to load or to start is told with its place, not with a stack.', async () => {
  const loading = await createBuiltProject('{}', "throw new TypeError('no DATABASE_URL');");
  const starting = await createBuiltProject("{ onStart() { throw new Error('no database'); } }");
  const [first, second] = await Promise.all(
    [loading, starting].map((root) => spawnProcgen(root, 'serve --mode production --port 0').end),
  );
  expect(first).toMatchObject({ exitCode: 2, out: '' });
  expect(first?.err).toMatch(
    /^error: The application could not be loaded: TypeError: no DATABASE_URL\n {2}--> \.procgen\/server\/index\.mjs:\d+:\d+\n$/,
  );
  expect(second).toMatchObject({ exitCode: 2, out: '' });
  expect(second?.err).toMatch(/^error: The application could not start: no database\n {2}--> \.procgen/);
});

test('The environment overrides the configuration, and flags override both.', async () => {
  const root = await createBuiltProject("{ store: 'file:config.json', disableOpenAPI: false }");
  const env = {
    PROCGEN_STORE: 'file:env.json',
    PROCGEN_DISABLE_OPENAPI: 'true',
    PROCGEN_BASE_URL: 'https://a.example',
  };
  const server = await start(root, ' --store file:flag.json', env);
  expect((await fetch(`${server.origin}/api/openapi.json`)).status).toBe(404);
  server.signal('SIGTERM');
  const { err } = await server.end;
  expect(err).toContain('file:flag.json');
  expect(err).not.toContain('description');
  expect(err).toContain('https://a.example/dashboard/sign-in?token=');
  expect(await readFile(join(root, 'flag.json'), 'utf8')).toContain('local');
  const bad = await spawnProcgen(root, 'serve --mode production', { PROCGEN_BODY_LIMIT: 'big' }).end;
  expect(bad).toMatchObject({
    exitCode: 2,
    err: expect.stringMatching(/^error: PROCGEN_BODY_LIMIT must be/),
  });
});

test.each([
  ['its configuration', '{ disableOpenAPI: true }', {}],
  ['the environment', '{}', { PROCGEN_DISABLE_OPENAPI: 'true' }],
] as const)(
  'H-26 A server whose API is turned off by %s has nothing under /api, and says so.',
  async (_by, config, env) => {
    const server = await start(await createBuiltProject(config), '', env);
    for (const path of ['/api/ping', '/api/slow', '/api/none', '/api/openapi.json', '/api/docs'])
      for (const method of ['GET', 'POST', 'OPTIONS']) {
        const response = await fetch(server.origin + path, { method });
        expect([path, method, response.status]).toEqual([path, method, 404]);
        expect(await response.json()).toEqual({ success: false, message: 'Not found.' });
        expect(response.headers.get('Allow')).toBeNull();
      }
    for (const path of ['/livez', '/readyz', '/dashboard/sign-in'])
      expect([path, (await fetch(server.origin + path)).status]).toEqual([path, 200]);
    server.signal('SIGTERM');
    const { exitCode, err } = await server.end;
    expect(exitCode).toBe(0);
    expect(err).not.toMatch(/^ {2}(API|docs|description) /m);
    expect(err).toMatch(/^ {2}dashboard /m);
  },
);

test('H-12 A proxy that is none stops the start, and the message says what it takes.', async () => {
  const root = await createBuiltProject();
  const server = spawnProcgen(root, 'serve --mode production --port 0', {
    PROCGEN_TRUST_PROXY: '10.0.0.0/33',
  });
  const { exitCode, err } = await server.end;
  expect(exitCode).toBe(2);
  expect(err).toContain('error: PROCGEN_TRUST_PROXY must be a number of proxies');
  expect(err).toContain('not "10.0.0.0/33".');
});
