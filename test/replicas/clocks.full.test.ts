import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasPostgres, type RunningPostgres, startPostgres } from '../stores/postgres/start-postgres.js';
import { fakeClock, hasFakeClock } from './fake-clock.js';
import { type Replica, startReplica } from './start-replica.js';

const HOUR_MS = 3_600_000;

describe.skipIf(!hasPostgres() || !hasFakeClock())(
  'S-10 Two servers whose clocks are two hours apart',
  () => {
    let postgres: RunningPostgres;
    let folder: string;
    let ahead: Replica;
    let behind: Replica;
    const setClock = (replica: 'ahead' | 'behind', offset: string) =>
      writeFileSync(join(folder, replica), offset);

    beforeAll(async () => {
      postgres = await startPostgres();
      folder = mkdtempSync(join(tmpdir(), 'procgen-clocks-'));
      setClock('ahead', '+1h');
      setClock('behind', '-1h');
      // The first one makes the link of the first user.
      ahead = await startReplica(postgres.url(), fakeClock(join(folder, 'ahead')));
      behind = await startReplica(postgres.url(), fakeClock(join(folder, 'behind')));
    });
    afterAll(async () => {
      await Promise.all([ahead, behind].map((replica) => replica.stop()));
      await postgres.stop();
      rmSync(folder, { recursive: true });
    });

    /** How far the clock of a server is ahead of the one of PostgreSQL, which is that of this process. */
    async function readOffsetMs({ ask }: Replica): Promise<number> {
      const { headers } = await ask('/livez');
      return Date.parse(headers.get('Date') ?? '') - Date.now();
    }

    async function expectOffset(replica: Replica, offsetMs: number): Promise<void> {
      const isThere = async () => Math.abs((await readOffsetMs(replica)) - offsetMs) < 5_000;
      await expect.poll(isThere).toBe(true);
    }

    it('have such clocks, or this would prove nothing.', async () => {
      await expectOffset(ahead, HOUR_MS);
      await expectOffset(behind, -HOUR_MS);
    });

    it('let keys expire by the clock of PostgreSQL, within a second.', async () => {
      const end = Date.now() + 5_000;
      const path = `/api/keys/until/${new Date(end).toISOString()}`;
      const made = await Promise.all([ahead, behind].map(({ ask }) => ask(path, { method: 'POST' })));
      const askAll = () =>
        Promise.all(
          made.flatMap(({ body }) =>
            [ahead, behind].map(async ({ ask }) => (await ask('/api/me', { key: body.key })).status),
          ),
        );
      expect(await askAll()).toEqual([200, 200, 200, 200]);
      await sleep(Math.max(0, end + 1_000 - Date.now()));
      expect(await askAll()).toEqual([401, 401, 401, 401]);
    });

    it('write the time of PostgreSQL, also when a clock is set while they run.', async () => {
      setClock('ahead', '-1h');
      await expectOffset(ahead, -HOUR_MS);
      for (const { createKey } of [ahead, behind]) {
        const { id } = await createKey();
        const [{ created, noted }] = await postgres.admin(`
SELECT created_at AS created, entry->>'time' AS noted
FROM procgen.api_keys JOIN procgen.audit_log ON entry->>'key' = id WHERE id = '${id}'`);
        for (const time of [Number(created), Date.parse(noted)])
          expect(Math.abs(time - Date.now())).toBeLessThan(1_000);
      }
      setClock('ahead', '+1h');
      await expectOffset(ahead, HOUR_MS);
    });

    it('take a sign-in link and a session of the other.', async () => {
      const [, token = ''] = /\?token=(\S+)/.exec(ahead.readLog()) ?? [];
      const signedIn = await fetch(`${behind.origin}/dashboard/sign-in`, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ token }),
        headers: { 'Sec-Fetch-Site': 'same-origin' },
      });
      expect([signedIn.status, signedIn.headers.get('Location')]).toEqual([303, '/dashboard/api-keys']);
      const [, session = ''] = /=([^;]+)/.exec(signedIn.headers.getSetCookie()[0] ?? '') ?? [];
      for (const { origin } of [ahead, behind]) {
        // Without TLS the cookie is named after the port.
        const Cookie = `procgen-${new URL(origin).port}=${session}`;
        const page = await fetch(`${origin}/dashboard/api-keys`, { redirect: 'manual', headers: { Cookie } });
        expect(page.status).toBe(200);
      }
    });
  },
);
