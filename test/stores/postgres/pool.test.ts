import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { PostgresConnection } from '../../../src/stores/postgres/connect-postgres.js';
import { createPool } from '../../../src/stores/postgres/pool.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A pool whose server has a number of connections; more are refused. */
function openPool(server: { limit: number }) {
  const open = new Set<PostgresConnection & { isLost: boolean }>();
  let attempts = 0;
  const pool = createPool({
    name: 'test',
    async connect() {
      attempts += 1;
      if (open.size >= server.limit) throw new Error('too many connections');
      const connection = {
        isLost: false,
        serverProblem: null,
        query: async () => ({ rows: [], command: 'SELECT', isWarned: false }),
        destroy: () => void open.delete(connection),
      };
      open.add(connection);
      return connection;
    },
  });
  return { pool, open, countAttempts: () => attempts };
}

const wait = (ms: number) => () => new Promise<void>((resolve) => setTimeout(resolve, ms));

it('S-09 goes on with the connections that it has while no more can be opened, which it tries every 250 ms', async () => {
  const server = { limit: 1 };
  const { pool, open, countAttempts } = openPool(server);
  await pool.use(async () => {});
  const outcomes = Promise.allSettled(Array.from({ length: 60 }, () => pool.use(wait(10))));
  await vi.advanceTimersByTimeAsync(600);
  expect((await outcomes).filter(({ status }) => status === 'rejected')).toEqual([]);
  // The first one, three at once, and two while calls waited.
  expect(countAttempts()).toBe(6);

  server.limit = 4;
  const later = Promise.all(Array.from({ length: 4 }, () => pool.use(wait(500))));
  await vi.advanceTimersByTimeAsync(1_200);
  await later;
  expect(open.size).toBeGreaterThan(1);
});

it('S-09 refuses work at once when no connection can be used or opened, until one can be opened', async () => {
  const server = { limit: 1 };
  const { pool, open, countAttempts } = openPool(server);
  await pool.use(async () => {});
  server.limit = 0;
  for (const connection of open) connection.isLost = true;
  for (let call = 0; call < 3; call++)
    await expect(pool.use(async () => {})).rejects.toThrow('too many connections');
  expect(countAttempts()).toBe(2);
  server.limit = 1;
  await vi.advanceTimersByTimeAsync(250);
  expect(await pool.use(async () => 'done')).toBe('done');
});
