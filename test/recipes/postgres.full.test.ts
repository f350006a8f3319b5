import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openKeyring } from '../../src/keys/open-keyring.js';
import { createBuiltProject } from '../cli/serve/built-server.js';
import { REPOSITORY } from '../cli/temporary-project.js';
import { hasPostgres, startPostgres } from '../stores/postgres/start-postgres.js';

const read = (file: string) => readFileSync(new URL(`postgres/${file}`, import.meta.url), 'utf8');

it.skipIf(!hasPostgres())(
  'The recipe of PostgreSQL sets a database up, moves a file there and serves it',
  async () => {
    const postgres = await startPostgres();
    onTestFinished(() => postgres.stop());
    for (const statement of read('create-database.sql').trim().split('\n')) await postgres.admin(statement);
    const root = await createBuiltProject();
    await mkdir(join(root, 'node_modules/.bin'));
    await symlink(join(REPOSITORY, 'bin/procgen.js'), join(root, 'node_modules/.bin/procgen'));
    const inFile = await openKeyring({ store: 'file:.procgen/store.json', cwd: root });
    const { record } = await inFile.apiKeys.create({ userId: 'alice', name: 'moved' });
    await inFile.close();

    const env = {
      PATH: process.env.PATH,
      HOME: root,
      PORT: '0',
      PGPORT: String(postgres.port),
      npm_config_offline: 'true',
    };
    const run = (file: string) => {
      const child = spawn('bash', ['-eu'], { cwd: root, env, detached: true });
      child.stdin.end(read(file));
      return child;
    };
    const [exitCode] = await once(run('copy.sh'), 'close');
    expect(exitCode).toBe(0);
    const server = run('start.sh');
    let log = '';
    const origin = await new Promise<string>((resolve, reject) => {
      server.stderr.on('data', (chunk) => {
        log += chunk;
        const [, found] = /^listening on (\S+)$/m.exec(log) ?? [];
        if (found !== undefined) resolve(found);
      });
      server.once('close', () => reject(new Error(log)));
    });
    onTestFinished(() => void process.kill(-(server.pid as number), 'SIGKILL'));
    expect((await fetch(`${origin}/readyz`)).status).toBe(200);
    expect((await fetch(`${origin}/readyz?exclude=store`)).status).toBe(200);

    const store = await openKeyring({ store: postgres.url('items', 'items'), cwd: root });
    expect(await store.apiKeys.list('alice')).toMatchObject([{ id: record.id }]);
    await store.apiKeys.delete({ userId: 'alice', id: record.id });
    await store.close();
    const entries = await postgres.admin(read('read-audit-log.sql').replace('key_…', record.id), 'items');
    expect(entries.map(({ entry }) => entry.event)).toEqual(['key.deleted']);
    await postgres.admin(read('drop-audit-log.sql').replace('400 days', '-1 days'), 'items');
    expect(await postgres.admin('SELECT entry FROM procgen.audit_log', 'items')).toEqual([]);
  },
);
