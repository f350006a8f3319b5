import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openPostgresStore } from '../../../src/stores/postgres-store.js';
import { REPOSITORY } from '../../cli/temporary-project.js';
import { hasPostgres, type RunningPostgres, startPostgres } from './start-postgres.js';

const KEYS = 1_000_000;
const USERS = 1_000;

describe.skipIf(!hasPostgres())('S-09 A copy of a million keys from one database to another', () => {
  let postgres: RunningPostgres;
  beforeAll(async () => {
    postgres = await startPostgres();
    await postgres.admin('CREATE DATABASE target', 'postgres');
    for (const name of ['procgen', 'target']) await (await openPostgresStore(postgres.url(name))).close();
    await postgres.admin(`INSERT INTO procgen.users SELECT 'user ' || n, n FROM generate_series(1, ${USERS}) n;
INSERT INTO procgen.api_keys (id, hash, user_id, name, start, scopes, created_at)
SELECT 'key_' || lpad(n::text, 16, '0'), sha256(n::text::bytea), 'user ' || (1 + n % ${USERS}), 'key ' || n,
  'pgk_abcd', '{read,write}', n FROM generate_series(1, ${KEYS}) n`);
  });
  afterAll(() => postgres.stop());

  const countKeys = async () =>
    (await postgres.admin('SELECT count(*)::int AS keys FROM procgen.api_keys', 'target'))[0].keys;

  function startCopy(): ChildProcess {
    const argv = [`${REPOSITORY}/bin/procgen.js`, 'store', 'copy', postgres.url(), postgres.url('target')];
    const child = spawn(process.execPath, [...argv, '--json'], { stdio: ['ignore', 'pipe', 'inherit'] });
    onTestFinished(() => void child.kill('SIGKILL'));
    return child;
  }

  it('leaves the target empty when it is killed anywhere', async () => {
    for (const afterMs of [1_000, 3_000, 6_000]) {
      const child = startCopy();
      await sleep(afterMs);
      expect(child.exitCode).toBeNull();
      child.kill('SIGKILL');
      await once(child, 'close');
      expect(await countKeys()).toBe(0);
    }
  });

  it('takes less than 200 MB', async () => {
    const child = startCopy();
    let peakKiB = 0;
    const timer = setInterval(() => {
      const [, peak] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? [];
      peakKiB = Math.max(peakKiB, Number(peak ?? 0));
    }, 50);
    child.once('exit', () => clearInterval(timer));
    let output = '';
    child.stdout?.on('data', (chunk) => {
      output += chunk;
    });
    const [exitCode] = await once(child, 'close');
    expect({ exitCode, ...JSON.parse(output).counts }).toEqual({
      exitCode: 0,
      keys: KEYS,
      users: USERS,
      signInTokens: 0,
      sessions: 0,
    });
    expect(await countKeys()).toBe(KEYS);
    console.log(`The copy took ${Math.round(peakKiB / 1024)} MiB at most.`);
    expect(peakKiB).toBeGreaterThan(10_000);
    expect(peakKiB / 1024).toBeLessThan(200);
  });
});
