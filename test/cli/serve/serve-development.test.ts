import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { spawnProcgen } from '../spawn-procgen.js';
import { CONFIG, createProject, PING } from '../temporary-project.js';

const GOOD = { 'procgen.config.ts': CONFIG, 'procedures/demo.ts': PING };

async function start(root: string, line = '', env: Record<string, string> = {}) {
  const server = spawnProcgen(root, `serve --port 0${line}`, env);
  const [, origin = ''] = await server.seen(/^listening on (\S+)$/m);
  await server.seen(/^ {2}sign in .*\n/m);
  return { ...server, origin };
}

test('Development builds what it serves, with the explorer and a sign-in link at every start.', async () => {
  const root = await createProject(GOOD);
  for (const _start of ['first', 'second']) {
    const server = await start(root);
    expect(await (await fetch(`${server.origin}/api/ping`)).json()).toEqual({ pong: true });
    expect((await fetch(`${server.origin}/api/docs`)).status).toBe(200);
    server.signal('SIGINT');
    const { exitCode, err } = await server.end;
    expect(exitCode).toBe(0);
    expect(err).toMatch(/^ {2}docs +http:\/\/localhost:\d+\/api\/docs$/m);
    expect(err).toMatch(/^ {2}mode +development$/m);
    expect(err).toMatch(/token=[\w-]{43}\n/);
  }
  expect(await readdir(join(root, 'generated'))).toEqual(['client.ts', 'openapi.json', 'routes.ts']);
});

test('What was built is served by production.', async () => {
  const root = await createProject(GOOD);
  expect((await spawnProcgen(root, 'build').end).exitCode).toBe(0);
  const server = await start(root, ' --mode production');
  expect(await (await fetch(`${server.origin}/api/ping`)).json()).toEqual({ pong: true });
  expect((await fetch(`${server.origin}/api/docs`)).status).toBe(404);
  server.signal('SIGTERM');
  expect((await server.end).exitCode).toBe(0);
});

test('Errors keep development from starting: 1 in a procedure, 2 in the configuration.', async () => {
  const procedure = await createProject({ ...GOOD, 'procedures/bad.ts': PING.replace("'/ping'", "'ping'") });
  const config = await createProject({
    ...GOOD,
    'procgen.config.ts': CONFIG.replace('tags:', 'out: 7, tags:'),
  });
  const [first, second] = await Promise.all(
    [procedure, config].map((root) => spawnProcgen(root, 'serve --port 0').end),
  );
  expect(first).toMatchObject({ exitCode: 1, out: '' });
  expect(first?.err).toMatch(/^error\[invalid-path\]: /);
  expect(first?.err).toMatch(/\n1 error in 1 file; the server was not started\.\n$/);
  expect(second).toMatchObject({ exitCode: 2, out: '' });
  expect(second?.err).toMatch(/^error\[invalid-config\]: /);
});

test('An application that throws when it is loaded is told with the place in its source.', async () => {
  const root = await createProject({
    ...GOOD,
    'procedures/demo.ts': `import { pool } from './_pool.js';\n${PING.replace('pong: true', 'pong: pool !== null')}`,
    'procedures/_pool.ts': `export const pool = connect();\nfunction connect(): object {\n  throw new Error('no DATABASE_URL');\n}\n`,
  });
  const { exitCode, err } = await spawnProcgen(root, 'serve --port 0').end;
  expect(exitCode).toBe(2);
  expect(err).toBe(
    'error: The application could not be loaded: no DATABASE_URL\n  --> procedures/_pool.ts:3:9\n',
  );
});

test('The store of the configuration is the one that keys are made in.', async () => {
  const root = await createProject({
    ...GOOD,
    'procgen.config.ts': CONFIG.replace(
      'tags:',
      "store: 'file:data/keys.json', baseUrl: 'https://api.example.com', tags:",
    ),
  });
  const { err } = await spawnProcgen(root, 'keys create').end;
  expect(err).toContain('for local in file:data/keys.json');
  expect(await readdir(join(root, 'data'))).toContain('keys.json');
  expect((await spawnProcgen(root, 'users link --plain').end).out).toMatch(
    /^https:\/\/api\.example\.com\/dashboard\//,
  );
});
