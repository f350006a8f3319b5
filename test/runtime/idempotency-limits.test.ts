import { afterAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { type Config, procedure } from '../../src/index.js';
import { openRaw } from './support/raw-connection.js';
import { openMeta, quick } from './support/small-procedures.js';
import { json, routeOf, startService, stopServices } from './support/start-service.js';

afterAll(stopServices);

/** A service whose one mutation waits until it is let go. */
async function startWaiting(config: Config = {}) {
  const waiting: (() => void)[] = [];
  const act = procedure
    .meta(openMeta('POST', '/act'))
    .input(z.object({}))
    .output(z.string())
    .mutation(() => new Promise<string>((resolve) => waiting.push(() => resolve('done'))));
  const service = await startService({
    routes: [routeOf('act', act, { body: 'required' }), routeOf('quick', quick)],
    config: { requestTimeoutMs: 60_000, idempotency: { anonymous: true }, ...config },
  });
  const send = (key: string) => service.ask('/api/act', json({}, { 'Idempotency-Key': key }));
  return { ...service, waiting, send };
}

describe('H-22 Requests with an Idempotency-Key that are not answered yet', () => {
  it('are 10,000 at most: another key is a 503 with Retry-After, and a key that is known waits', async () => {
    const { url, waiting, send, lines } = await startWaiting();
    const head =
      'POST /api/act HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\nContent-Length: 2\r\n';
    const requests = Array.from(
      { length: 10_000 },
      (_, index) => `${head}Idempotency-Key: k${index}\r\n\r\n{}`,
    );
    const many = await openRaw(url, requests.join(''));
    await expect.poll(() => waiting.length, { timeout: 30_000 }).toBe(10_000);
    const refused = await send('other');
    expect([refused.status, refused.headers.get('Retry-After'), (await refused.json()).success]).toEqual([
      503,
      '1',
      false,
    ]);
    expect(lines.filter(({ level }) => level === 'error')).toEqual([]);
    const again = send('k0');
    waiting[0]?.();
    expect((await again).headers.get('Idempotent-Replayed')).toBe('true');
    const next = send('other');
    await expect.poll(() => waiting.length).toBe(10_001);
    for (const release of waiting) release();
    expect((await next).status).toBe(200);
    many.socket.destroy();
  }, 60_000);

  it('hold a place in the overload gate, and those that wait for them hold none', async () => {
    const { waiting, send, ask } = await startWaiting({ overload: { inFlight: 2 } });
    const first = send('a');
    await expect.poll(() => waiting.length).toBe(1);
    const others = Array.from({ length: 5 }, () => send('a'));
    const isOver = Promise.race(others);
    for (let time = 0; time < 10; time++) expect((await ask('/api/quick')).status).toBe(200);
    await expect(Promise.race([isOver, Promise.resolve('waiting')])).resolves.toBe('waiting');
    const second = send('b');
    await expect.poll(() => waiting.length).toBe(2);
    expect((await ask('/api/quick')).status).toBe(503);
    for (const release of waiting) release();
    const answers = await Promise.all([first, second, ...others]);
    expect(answers.map(({ status }) => status)).toEqual(Array(7).fill(200));
    for (let time = 0; time < 3; time++) {
      await expect.poll(async () => (await ask('/api/quick')).status).toBe(200);
    }
  });
});
