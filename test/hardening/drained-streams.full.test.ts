import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transform } from 'esbuild';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TransportOptions } from '../../src/client/index.js';
import type { EventCallOptions, EventIterable } from '../../src/client/stream-events.js';
import { runProcgen } from '../e2e/support/run-procgen.js';
import { type RunningServer, startServer } from '../e2e/support/start-server.js';

const CALLERS = 1_000;
const LAST = 60;
const EVERY_MS = 300;

const CONFIG = `import { defineConfig } from 'procgen';
export default defineConfig({ tags: { ticks: 'Ticks' } });
`;
/** What happens when is the same for every process, as in a database that they share. */
const PROCEDURES = `import { setTimeout as wait } from 'node:timers/promises';
import { eventStream, procedure, withId } from 'procgen';
import * as z from 'zod';

export const follow = procedure
  .meta({
    openapi: { enabled: true, method: 'GET', path: '/ticks', tags: ['ticks'], summary: 'Follow', protect: false },
    rateLimit: false,
  })
  .output(eventStream(z.object({ n: z.int() })))
  .query(async function* ({ ctx }) {
    for (let n = Number(ctx.lastEventId ?? 0) + 1; n <= ${LAST}; n++) {
      const ms = Number(process.env.TICKS_START) + n * ${EVERY_MS} - Date.now();
      await wait(Math.max(0, ms), undefined, { signal: ctx.signal });
      yield withId(n, { n });
    }
  });
`;

interface Client {
  readonly ticks: { follow(options?: EventCallOptions): EventIterable<{ readonly n: number }> };
}

const root = join(fileURLToPath(new URL('../../', import.meta.url)), '.procgen', 'hardening', randomUUID());
let createClient: (options: TransportOptions) => Client;

beforeAll(async () => {
  await mkdir(join(root, 'procedures'), { recursive: true });
  await writeFile(join(root, 'procgen.config.ts'), CONFIG);
  await writeFile(join(root, 'procedures/ticks.ts'), PROCEDURES);
  const { code, stderr } = await runProcgen(['build'], { cwd: root });
  if (code !== 0) throw new Error(stderr);
  const text = await readFile(join(root, 'generated/client.ts'), 'utf8');
  const script = await transform(text, { loader: 'ts', format: 'esm', target: 'es2022' });
  ({ createClient } = await import(
    `data:text/javascript;base64,${Buffer.from(script.code).toString('base64')}`
  ));
});
afterAll(() => rm(root, { recursive: true, force: true }));

it('H-13 SIGTERM ends a thousand event streams, which go on elsewhere without a lost or a doubled event', async () => {
  const env = { TICKS_START: String(Date.now() + 5_000) };
  const serve = (store: string) =>
    startServer({ cwd: root, env, args: ['--mode', 'production', '--store', `file:${store}.json`] });
  const [first, second] = (await Promise.all(['first', 'second'].map(serve))) as [
    RunningServer,
    RunningServer,
  ];
  try {
    let target = first.url;
    const api = createClient({
      baseUrl: first.url,
      // What stands before the servers sends callers to one that is ready.
      fetch: (url, init) => fetch(String(url).replace(first.url, target), init),
    });
    const seen: number[][] = Array.from({ length: CALLERS }, () => []);
    const callers = seen.map(async (numbers) => {
      for await (const { n } of api.ticks.follow({ retries: 100 })) numbers.push(n);
    });
    await expect.poll(() => seen.every(({ length }) => length >= 10), { timeout: 60_000 }).toBe(true);
    target = second.url;
    const begin = performance.now();
    const { code, stderr } = await first.stop();
    expect(performance.now() - begin).toBeLessThan(9_500);
    expect([code, stderr]).toEqual([0, expect.not.stringContaining('cut off')]);
    // Some were ended in the midst.
    expect(seen.some(({ length }) => length < LAST)).toBe(true);
    await Promise.all(callers);
    const all = Array.from({ length: LAST }, (_, index) => index + 1);
    expect(seen.filter((numbers) => numbers.join() !== all.join())).toEqual([]);
  } finally {
    await Promise.all([first.stop(), second.stop()]);
  }
}, 180_000);
