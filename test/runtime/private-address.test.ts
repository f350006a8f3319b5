import type { IncomingHttpHeaders } from 'node:http';
import { afterAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { type Config, type Logger, procedure } from '../../src/index.js';
import type { Call } from '../../src/runtime/call/call.js';
import { prepareAddressWarning } from '../../src/runtime/guards/warn-private-address.js';
import { bearer, routeOf, startService, stopServices } from './support/start-service.js';

afterAll(stopServices);

const read = (path: string, protect: boolean) =>
  procedure
    .meta({ openapi: { enabled: true, tags: [], summary: '', method: 'GET', path, protect } })
    .output(z.string())
    .query(() => 'read');
const routes = [routeOf('private', read('/private', true)), routeOf('open', read('/open', false))];
const QUERY = { limit: 2, windowMs: 60_000 };

async function start(config: Config = {}) {
  const service = await startService({ routes, config: { rateLimits: { QUERY }, ...config } });
  return { ...service, warnings: () => service.lines.filter(({ level }) => level === 'warn') };
}
const FORWARDED = { 'X-Forwarded-For': '203.0.113.7' };

describe('The first refusal for what an address did', () => {
  it('tells once that all callers behind a proxy count as one, and names trustProxy', async () => {
    const { ask, warnings } = await start();
    for (let call = 0; call < 2; call++) await ask('/api/open', { headers: FORWARDED });
    expect(warnings()).toEqual([]);
    for (let call = 0; call < 5; call++) await ask('/api/open', { headers: FORWARDED });
    for (let call = 0; call < 5; call++)
      await ask('/api/private', { headers: { ...FORWARDED, ...bearer('x').headers } });
    expect(warnings()).toMatchObject([
      { address: '127.0.0.1', msg: expect.stringMatching(/all callers .* count as one .* trustProxy/) },
    ]);
  });

  it.each<[string, Config]>([
    ['a failed key', {}],
    ['failed credentials', { authenticate: () => null }],
  ])('may be that of %s', async (_what, config) => {
    const { ask, warnings } = await start(config);
    await ask('/api/private', { headers: FORWARDED });
    expect(warnings()).toEqual([]);
    await ask('/api/private', { headers: { ...FORWARDED, ...bearer('x').headers } });
    expect(warnings()).toHaveLength(1);
  });

  it('tells nothing where no proxy is, trustProxy is set, or a user is refused', async () => {
    const direct = await start();
    for (let call = 0; call < 5; call++) await direct.ask('/api/open');
    const trusted = await start({ trustProxy: 1 });
    const untrusted = await start({ trustProxy: 0 });
    for (let call = 0; call < 5; call++) {
      await trusted.ask('/api/open', { headers: FORWARDED });
      await untrusted.ask('/api/open', { headers: FORWARDED });
    }
    const user = await start();
    const headers = { ...FORWARDED, ...bearer(await user.createKey()).headers };
    for (let call = 0; call < 5; call++) await user.ask('/api/open', { headers });
    expect([direct, trusted, untrusted, user].flatMap(({ warnings }) => warnings())).toEqual([]);
  });

  it.each<[string, IncomingHttpHeaders, boolean]>([
    ['10.1.2.3', {}, true],
    ['172.31.0.1', {}, true],
    ['192.168.1.1', {}, true],
    ['100.64.0.1', {}, true],
    ['169.254.1.1', {}, true],
    ['fd00::1', {}, true],
    ['fe80::1', {}, true],
    ['fd:1::1', {}, false],
    ['172.32.0.1', {}, false],
    ['203.0.113.7', { 'x-forwarded-for': '10.0.0.1' }, false],
    ['2001:db8::1', {}, false],
    ['127.0.0.1', {}, false],
    ['::1', {}, false],
    ['::1', { forwarded: 'for=203.0.113.7' }, true],
  ])('from %j with the headers %j: %j', (address, headers, isTold) => {
    const told: unknown[] = [];
    const ignore = () => {};
    const log = { debug: ignore, info: ignore, warn: (line: unknown) => void told.push(line), error: ignore };
    const notice = prepareAddressWarning(undefined, log);
    notice({ address, exchange: { headers, peerAddress: address } } as unknown as Call);
    expect(told).toEqual(isTold ? [{ address }] : []);
  });

  it.each([undefined, 0, ['10.0.0.0/8']] as const)('from a Unix socket with trustProxy %j', (trustProxy) => {
    const warn = vi.fn();
    const notice = prepareAddressWarning(trustProxy, { warn } as unknown as Logger);
    for (let call = 0; call < 3; call++) {
      notice({ address: '', exchange: { headers: {}, peerAddress: '' } } as unknown as Call);
    }
    expect(warn.mock.calls).toEqual([
      [expect.stringContaining('limitFailures of authenticate has no effect')],
    ]);
  });
});
