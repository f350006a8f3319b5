import { afterAll, describe, expect, it, test } from 'vitest';
import * as z from 'zod';
import type { TrustProxy } from '../../src/definition/config.js';
import { procedure } from '../../src/index.js';
import { readCounterAddress } from '../../src/keys/counter-address.js';
import { prepareProxyTrust, type Received } from '../../src/runtime/request/proxy-trust.js';
import { routeOf, startService, stopServices } from './support/start-service.js';

afterAll(stopServices);

function requestFrom(peerAddress: string, headers: Record<string, string>, isEncrypted = false): Received {
  return { peerAddress, isEncrypted, headers };
}

const LOCAL = ['127.0.0.0/8', '10.0.0.0/8', '::1', 'fd00::/8'];

/** Trusted proxies, the peer of the connection, `X-Forwarded-For`, and whose the request then is. */
const SPOOFING: readonly (readonly [TrustProxy, string, string | undefined, string])[] = [
  // Nobody is trusted: the header is as good as none.
  [0, '203.0.113.9', '198.51.100.1', '203.0.113.9'],
  [0, '::ffff:203.0.113.9', '198.51.100.1', '203.0.113.9'],
  [[], '203.0.113.9', '198.51.100.1', '203.0.113.9'],
  // One proxy: what it added stands at the right; what the caller sent along stands before it.
  [1, '10.0.0.1', '203.0.113.9', '203.0.113.9'],
  [1, '10.0.0.1', '127.0.0.1, 203.0.113.9', '203.0.113.9'],
  [1, '10.0.0.1', '10.0.0.1, 10.0.0.1, 203.0.113.9', '203.0.113.9'],
  [1, '10.0.0.1', '127.0.0.1,203.0.113.9', '203.0.113.9'],
  [1, '10.0.0.1', undefined, '10.0.0.1'],
  [1, '10.0.0.1', '', '10.0.0.1'],
  [1, '10.0.0.1', '203.0.113.9,', '10.0.0.1'],
  [1, '10.0.0.1', 'unknown', '10.0.0.1'],
  [1, '10.0.0.1', '_hidden', '10.0.0.1'],
  [1, '10.0.0.1', '203.0.113.9 198.51.100.1', '10.0.0.1'],
  [1, '10.0.0.1', '203.0.113.999', '10.0.0.1'],
  [1, '10.0.0.1', '0x7f.1', '10.0.0.1'],
  [1, '10.0.0.1', '<script>', '10.0.0.1'],
  // Two: the second from the right, and never further than what is written.
  [2, '10.0.0.1', '127.0.0.1, 203.0.113.9, 10.0.0.2', '203.0.113.9'],
  [2, '10.0.0.1', '203.0.113.9', '203.0.113.9'],
  [2, '10.0.0.1', 'spoofed, 10.0.0.2', '10.0.0.2'],
  [9, '10.0.0.1', '127.0.0.1, 203.0.113.9', '127.0.0.1'],
  // By address: the right-most one that is not trusted, however many there are.
  [LOCAL, '203.0.113.9', '198.51.100.1', '203.0.113.9'],
  [LOCAL, '10.0.0.1', '198.51.100.1, 203.0.113.9', '203.0.113.9'],
  [LOCAL, '10.0.0.1', '198.51.100.1, 203.0.113.9, 10.0.0.2', '203.0.113.9'],
  [LOCAL, '10.0.0.1', '127.0.0.1, 203.0.113.9, 10.0.0.2, ::1', '203.0.113.9'],
  [LOCAL, '::ffff:10.0.0.1', '203.0.113.9, ::ffff:10.0.0.2', '203.0.113.9'],
  [LOCAL, '::1', '203.0.113.9, ::FFFF:0a00:2', '203.0.113.9'],
  [LOCAL, 'fd12::1', '2001:DB8:0:0::7', '2001:db8::7'],
  [LOCAL, '10.0.0.1', '10.0.0.2, 10.0.0.3', '10.0.0.2'],
  [LOCAL, '10.0.0.1', '10.0.0.2, garbage', '10.0.0.1'],
  [['10.0.0.1'], '10.0.0.2', '203.0.113.9', '10.0.0.2'],
  [['::ffff:10.0.0.0/104'], '10.0.0.2', '203.0.113.9', '203.0.113.9'],
  // Ports and brackets, as some proxies write them.
  [1, '10.0.0.1', '203.0.113.9:4711', '203.0.113.9'],
  [1, '10.0.0.1', '[2001:db8::7]:4711', '2001:db8::7'],
  [1, '10.0.0.1', '[2001:db8::7]', '2001:db8::7'],
  [1, '10.0.0.1', '::ffff:203.0.113.9', '203.0.113.9'],
  [1, '10.0.0.1', '::ffff:cb00:7109', '203.0.113.9'],
  [1, '10.0.0.1', 'fe80::1%eth0', 'fe80::1'],
  // A proxy on a Unix socket has no address, but a place in the count.
  [1, '', '203.0.113.9', '203.0.113.9'],
  [LOCAL, '', '203.0.113.9', ''],
];

describe('H-12 The address of a caller', () => {
  it.each(SPOOFING)(
    'with trustProxy %j, from %j with X-Forwarded-For %j, is %j',
    (trust, peer, sent, address) => {
      const headers: Record<string, string> = sent === undefined ? {} : { 'x-forwarded-for': sent };
      expect(prepareProxyTrust(trust).readAddress(requestFrom(peer, headers))).toBe(address);
    },
  );

  it('is never read from Forwarded, which a proxy that writes the other header passes on', () => {
    const headers = { forwarded: 'for=198.51.100.1;proto=https;host=evil.example', host: 'api.example' };
    const proxies = prepareProxyTrust(1);
    expect(proxies.readAddress(requestFrom('10.0.0.1', headers))).toBe('10.0.0.1');
    expect(proxies.readOrigin(requestFrom('10.0.0.1', headers))).toEqual({
      scheme: 'http',
      host: 'api.example',
    });
  });

  it.each([
    -1,
    1.5,
    Number.NaN,
    '1',
    true,
    ['10.0.0.0/33'],
    ['::/129'],
    ['10.0.0/8'],
    ['proxy.internal'],
    [''],
  ])('cannot be read with trustProxy %j, which the start says', (trust) => {
    expect(() => prepareProxyTrust(trust as TrustProxy)).toThrow(/^trustProxy cannot be /);
  });

  it.each([
    ['127.0.0.1', '127.0.0.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::FFFF:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
  ])('%s is counted as %s', (address, name) => {
    expect(readCounterAddress(address)).toBe(name);
  });
});

/** Trusted proxies, `X-Forwarded-Proto`, `X-Forwarded-Host`, `Host`, and what the caller then asked for. */
const ORIGINS: readonly (readonly [TrustProxy, string | undefined, string | undefined, string, string])[] = [
  [0, 'https', 'evil.example', 'api.example', 'http://api.example'],
  [['192.0.2.0/24'], 'https', 'evil.example', 'api.example', 'http://api.example'],
  [1, 'https', 'shop.example', '10.0.0.7:3000', 'https://shop.example'],
  [1, 'HTTPS', undefined, 'api.example', 'https://api.example'],
  [1, 'https, http', undefined, 'api.example', 'http://api.example'],
  [1, 'evil, https', 'evil.example, shop.example:8443', 'x', 'https://shop.example:8443'],
  [2, 'evil, https, http', 'evil.example, shop.example, inner', 'x', 'https://shop.example'],
  [2, 'https', 'shop.example', 'x', 'https://shop.example'],
  [1, 'javascript', undefined, 'api.example', 'http://api.example'],
  [1, undefined, 'shop.example/path?x', 'api.example', 'http://'],
  [1, undefined, 'user@shop.example', 'api.example', 'http://'],
  [1, undefined, '[2001:db8::1]:8080', 'api.example', 'http://[2001:db8::1]:8080'],
];

describe('H-12 Scheme and host', () => {
  it.each(ORIGINS)(
    'with trustProxy %j, proto %j and host %j over %s, are %s',
    (trust, proto, host, own, origin) => {
      const headers = {
        host: own,
        'x-forwarded-for': '198.51.100.1, 203.0.113.9',
        ...(proto === undefined ? {} : { 'x-forwarded-proto': proto }),
        ...(host === undefined ? {} : { 'x-forwarded-host': host }),
      };
      const read = prepareProxyTrust(trust).readOrigin(requestFrom('10.0.0.1', headers));
      expect(`${read.scheme}://${read.host}`).toBe(origin);
    },
  );

  it('are https where the connection itself is', () => {
    const req = requestFrom('203.0.113.9', { host: 'api.example', 'x-forwarded-proto': 'http' }, true);
    expect(prepareProxyTrust(0).readOrigin(req)).toEqual({ scheme: 'https', host: 'api.example' });
  });
});

const meta = {
  openapi: { enabled: true, method: 'GET', path: '/who', tags: [], summary: '', protect: false },
} as const;
const who = procedure
  .meta(meta)
  .output(z.string())
  .query(({ ctx }) => ctx.request.ip);
const ONE_A_MINUTE = { rateLimits: { QUERY: { limit: 1, windowMs: 60_000 } } };
const forwarded = (address: string) => ({ headers: { 'X-Forwarded-For': address } });

test('H-12 A handler and the counters see the caller behind a trusted proxy', async () => {
  const { ask } = await startService({
    routes: [routeOf('who', who)],
    config: { ...ONE_A_MINUTE, trustProxy: 1 },
  });
  const answer = await ask('/api/who', forwarded('198.51.100.1, 203.0.113.9'));
  expect([answer.status, await answer.json()]).toEqual([200, '203.0.113.9']);
  expect((await ask('/api/who', forwarded('198.51.100.2, 203.0.113.9'))).status).toBe(429);
  expect((await ask('/api/who', forwarded('198.51.100.1, 203.0.113.8'))).status).toBe(200);
});

test('H-12 A caller cannot get around its limit by writing the header itself', async () => {
  const { ask } = await startService({ routes: [routeOf('who', who)], config: ONE_A_MINUTE });
  expect(await (await ask('/api/who', forwarded('203.0.113.1'))).json()).toBe('127.0.0.1');
  expect((await ask('/api/who', forwarded('203.0.113.2'))).status).toBe(429);
});

test('H-12 A network of IPv6 has one quota, its neighbour another', async () => {
  const { ask } = await startService({
    routes: [routeOf('who', who)],
    config: { ...ONE_A_MINUTE, trustProxy: 1 },
  });
  const status = async (address: string) => (await ask('/api/who', forwarded(address))).status;
  expect([await status('2001:db8:0:1::1'), await status('2001:db8:0:1:ffff::2')]).toEqual([200, 429]);
  expect(await status('2001:db8:0:2::1')).toBe(200);
});

test('H-12 The dashboard believes scheme and host of a trusted proxy alone', async () => {
  const signIn = async (trustProxy: TrustProxy) => {
    const { keyring, ask } = await startService({ routes: [], config: { trustProxy } });
    await keyring.users.ensure('local');
    const { token } = await keyring.users.createSignInToken('local');
    const answer = await ask('/dashboard/sign-in', {
      method: 'POST',
      headers: {
        'Content-Type': 'application/x-www-form-urlencoded',
        Origin: 'https://shop.example',
        'X-Forwarded-For': '203.0.113.9',
        'X-Forwarded-Proto': 'https',
        'X-Forwarded-Host': 'shop.example',
      },
      body: `token=${token}`,
    });
    return [answer.status, answer.headers.get('set-cookie') ?? ''] as const;
  };
  const [trusted, cookie] = await signIn(1);
  expect([trusted, cookie]).toEqual([303, expect.stringMatching(/^__Host-procgen=.*; Secure$/)]);
  expect(await signIn(0)).toEqual([403, '']);
});
