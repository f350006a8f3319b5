import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasPostgres, type RunningPostgres, startPostgres } from '../../stores/postgres/start-postgres.js';
import { spawnProcgen } from '../spawn-procgen.js';
import { createBuiltProject } from './built-server.js';

const SERVE = 'serve --mode production --port 0';
const WITHOUT_PG = fileURLToPath(new URL('without-pg.mjs', import.meta.url));

test('S-09 Without the package pg the start says how to install it.', async () => {
  const root = await createBuiltProject(`{ store: 'postgres://127.0.0.1:1/procgen' }`);
  const server = spawnProcgen(root, SERVE, { NODE_OPTIONS: `--import ${WITHOUT_PG}` });
  const { exitCode, err } = await server.end;
  expect([exitCode, err]).toEqual([
    2,
    'error: The store is in PostgreSQL, but the package pg is missing. Run "npm install pg@8".\n',
  ]);
});

test.each([
  ['postgres://u:canary@h/db?sslmod=require', 'It has an unknown parameter "sslmod".'],
  [
    'postgres://u:canary@127.0.0.1:1/db',
    'The store postgres://127.0.0.1:1/db cannot be reached: connect ECONNREFUSED',
  ],
])(
  'S-09 A start on %s exits with 2 and the cause, and does not repeat the password.',
  async (store, cause) => {
    const root = await createBuiltProject();
    const { exitCode, out, err } = await spawnProcgen(root, SERVE, { PROCGEN_STORE: store }).end;
    expect(exitCode).toBe(2);
    expect(err).toContain(cause);
    expect(out + err).not.toContain('canary');
  },
);

describe.skipIf(!hasPostgres())('S-09 On PostgreSQL', () => {
  let postgres: RunningPostgres;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres.stop());

  test('a server and the commands use one store, at the same time, and none prints the password.', async () => {
    const root = await createBuiltProject();
    const env = { PROCGEN_STORE: postgres.url('procgen', 'procgen:canary') };
    const server = spawnProcgen(root, SERVE, env);
    await server.seen(/^listening on (\S+)$/m);
    const outputs: string[] = [];
    const run = async (line: string) => {
      const { exitCode, out, err } = await spawnProcgen(root, line, env).end;
      outputs.push(out, err);
      expect(exitCode, err).toBe(0);
      return { out, err };
    };
    const { key, id } = JSON.parse((await run('keys create --user alice --name ci --json')).out);
    expect(key).toMatch(/^pgk_/);
    expect(JSON.parse((await run('keys list --json')).out).keys).toMatchObject([{ id, user: 'alice' }]);
    expect((await run('users list')).out).toContain('alice');
    expect((await run('users link alice --plain')).out).toContain('/dashboard/sign-in?token=');
    expect((await run('store verify')).err).toContain('1 key, 2 users, 2 sign-in tokens, 0 sessions');
    expect((await run(`keys revoke ${id}`)).err).toContain(`Revoked ${id}`);
    await run(`store copy ${env.PROCGEN_STORE} file:copy.json`);
    expect((await run('users list --store file:copy.json')).out).toContain('alice');
    server.signal('SIGTERM');
    const { exitCode, out, err } = await server.end;
    expect([exitCode, err]).toEqual([
      0,
      expect.stringContaining(`postgres://127.0.0.1:${postgres.port}/procgen\n`),
    ]);
    expect(outputs.join('') + out + err).not.toContain('canary');
  });
});
