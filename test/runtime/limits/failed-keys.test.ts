import { afterAll, expect, test } from 'vitest';
import { type Config, ProcedureError } from '../../../src/index.js';
import { READING_ROUTES } from '../support/own-authenticate.js';
import { bearer, type RunningService, startService, stopServices } from '../support/start-service.js';

afterAll(stopServices);

const setup = {
  routes: READING_ROUTES,
  config: { trustProxy: 1 } as Config,
};
const BAD = `pgk_${'A'.repeat(46)}`;

async function statusesOf({ ask }: RunningService, count: number, init: RequestInit, path = '/api/private') {
  const answers = await Promise.all(Array.from({ length: count }, () => ask(path, init)));
  return answers.map(({ status }) => status).sort();
}

function from(address: string, key?: string): RequestInit {
  return { headers: { 'X-Forwarded-For': address, ...(key ? bearer(key).headers : {}) } };
}

test('R-03 After 20 failed keys a minute an address gets 429 in place of 401', async () => {
  const service = await startService(setup);
  expect(await statusesOf(service, 20, from('198.51.100.1', BAD))).toEqual(Array(20).fill(401));
  const refused = await service.ask('/api/private', from('198.51.100.1', BAD));
  const seconds = refused.headers.get('retry-after');
  expect([refused.status, seconds, await refused.json()]).toEqual([
    429,
    expect.stringMatching(/^(59|60)$/),
    { success: false, message: `Too many requests. Try again in ${seconds} seconds.` },
  ]);
});

test('R-03 A good key passes whatever its address did, and does not make up for it', async () => {
  const service = await startService(setup);
  const key = await service.createKey();
  await statusesOf(service, 25, from('198.51.100.1', BAD));
  expect(await statusesOf(service, 5, from('198.51.100.1', key))).toEqual(Array(5).fill(200));
  expect(await statusesOf(service, 1, from('198.51.100.1', BAD))).toEqual([429]);
});

test('R-03 A missing key is not counted, and is a 401 also where failed ones are a 429', async () => {
  const service = await startService(setup);
  expect(await statusesOf(service, 50, from('198.51.100.1'))).toEqual(Array(50).fill(401));
  expect(await statusesOf(service, 20, from('198.51.100.1', BAD))).toEqual(Array(20).fill(401));
  expect(await statusesOf(service, 1, from('198.51.100.1', BAD))).toEqual([429]);
  expect(await statusesOf(service, 1, from('198.51.100.1'))).toEqual([401]);
});

test('R-03 Failed keys are counted by address, over IPv6 by network', async () => {
  const service = await startService(setup);
  for (let host = 0; host < 20; host++) await service.ask('/api/private', from(`2001:db8:0:1::${host}`, BAD));
  expect(await statusesOf(service, 1, from('2001:db8:0:1:ffff::', BAD))).toEqual([429]);
  expect(await statusesOf(service, 1, from('2001:db8:0:2::', BAD))).toEqual([401]);
  expect(await statusesOf(service, 1, from('198.51.100.1', BAD))).toEqual([401]);
});

test('R-03 A bad key on a public procedure is no key, and is not counted', async () => {
  const service = await startService(setup);
  expect(await statusesOf(service, 30, from('198.51.100.1', BAD), '/api/open')).toEqual(Array(30).fill(200));
  expect(await statusesOf(service, 1, from('198.51.100.1', BAD))).toEqual([401]);
});

test('R-03 What an authenticate of the application refuses is counted when it is a 401', async () => {
  const service = await startService({
    ...setup,
    config: {
      trustProxy: 1,
      authenticate: ({ headers }) => {
        if (headers.authorization === 'Bearer suspended') throw new ProcedureError('FORBIDDEN', 'Suspended.');
        return headers.authorization === 'Bearer good' ? { user: { id: 'ada' } } : null;
      },
    },
  });
  expect(await statusesOf(service, 30, from('198.51.100.1', 'suspended'))).toEqual(Array(30).fill(403));
  expect(await statusesOf(service, 21, from('198.51.100.1', 'wrong'))).toEqual([...Array(20).fill(401), 429]);
  expect(await statusesOf(service, 1, from('198.51.100.1', 'good'))).toEqual([429]);
  expect(await statusesOf(service, 1, from('198.51.100.2', 'good'))).toEqual([200]);
});
