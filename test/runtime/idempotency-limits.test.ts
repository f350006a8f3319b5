import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { type Config, procedure } from '../../src/index.js';
import { openRaw, type RawConnection } from './support/raw-connection.js';
import { openMeta, quick } from './support/small-procedures.js';
import { json, parseAnswer, routeOf, startService, stopServices } from './support/start-service.js';

afterAll(stopServices);

/** A service whose one mutation waits until it is let go. */
async function startWaiting(config: Config = {}) {
  const waiting: ((failure?: Error) => void)[] = [];
  const act = procedure
    .meta(openMeta('POST', '/act'))
    .input(z.object({}))
    .output(z.string())
    .mutation(
      () =>
        new Promise<string>((resolve, reject) => {
          waiting.push((failure) => (failure ? reject(failure) : resolve('done')));
        }),
    );
  const service = await startService({
    routes: [routeOf('act', act, { body: 'required' }), routeOf('quick', quick)],
    config: { requestTimeoutMs: 60_000, idempotency: { anonymous: true }, ...config },
  });
  const send = (key: string) => service.ask('/api/act', json({}, { 'Idempotency-Key': key }));
  return { ...service, waiting, send };
}

describe('H-22 Requests with an Idempotency-Key that are not answered yet', () => {
  const head =
    'POST /api/act HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\nContent-Length: 2\r\n';
  const write = (key: string) => `${head}Idempotency-Key: ${key}\r\n\r\n{}`;
  const writeMany = (count: number) =>
    Array.from({ length: count }, (_, index) => write(`k${index}`)).join('');

  it('are 10,000 at most, and 1,000 of a caller: another key is a 503 with Retry-After, and one that is known waits', async () => {
    const { url, waiting, send, lines } = await startWaiting();
    const many: RawConnection[] = [];
    const open = async (from: string) => {
      many.push(await openRaw(url, writeMany(1_000), { from }));
      await expect.poll(() => waiting.length).toBe(1_000 * many.length);
    };
    await open('127.0.0.1');
    const refused = await send('other');
    expect([refused.status, refused.headers.get('Retry-After'), (await refused.json()).success]).toEqual([
      503,
      '1',
      false,
    ]);
    for (let index = 2; index <= 10; index++) await open(`127.0.0.${index}`);
    const full = await openRaw(url, write('other'), { from: '127.0.0.11' });
    await expect.poll(() => parseAnswer(full.read()).status).toBe(503);
    expect(lines.filter(({ level }) => level === 'error')).toEqual([]);
    const again = send('k0');
    waiting[0]?.();
    expect((await again).headers.get('Idempotent-Replayed')).toBe('true');
    const next = send('other');
    await expect.poll(() => waiting.length).toBe(10_001);
    for (const release of waiting) release();
    expect((await next).status).toBe(200);
    for (const { socket } of [...many, full]) socket.destroy();
  });

  it('may have 100 others of their caller wait for them: one more is a 503, and nobody else is refused', async () => {
    const { url, waiting, send } = await startWaiting();
    const first = send('a');
    await expect.poll(() => waiting.length).toBe(1);
    const repeated = await openRaw(url, write('a').repeat(100));
    await expect.poll(async () => (await send('a')).status).toBe(503);
    const neighbour = await openRaw(url, write('a').repeat(2), { from: '127.0.0.2' });
    await expect.poll(() => waiting.length).toBe(2);
    for (const release of waiting) release();
    expect((await first).status).toBe(200);
    const countAnswers = (it: RawConnection) => it.read().split('HTTP/1.1 200').length - 1;
    await expect.poll(() => [countAnswers(repeated), countAnswers(neighbour)]).toEqual([100, 2]);
    expect((await send('a')).headers.get('Idempotent-Replayed')).toBe('true');
    for (const { socket } of [repeated, neighbour]) socket.destroy();
  });

  it('whose answer is not kept after all leave none of those that wait past a gate that is full', async () => {
    const { waiting, send } = await startWaiting({ overload: { inFlight: 2 }, requestTimeoutMs: 2_000 });
    expect((await send('a')).status).toBe(503);
    const again = send('a');
    const others: Promise<Response>[] = [];
    for (const key of ['b', 'c']) {
      // Admitted after it has begun to wait, and so held no place any more.
      await sleep(100);
      others.push(send(key));
    }
    await expect.poll(() => waiting.length).toBe(3);
    waiting[0]?.(new Error('broken'));
    const { status, headers } = await again;
    expect([status, headers.get('Retry-After'), waiting.length]).toEqual([503, '1', 3]);
    for (const release of waiting) release();
    expect((await Promise.all(others)).map(({ status }) => status)).toEqual([200, 200]);
  });

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
