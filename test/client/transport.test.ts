import { describe, expect, test, vi } from 'vitest';
import { createTransport } from '../../src/client/index.js';

const LIST = { method: 'GET', path: '/things' } as const;

test('The call that renews the credentials gets its 401 at once, and with it all that wait for them.', async () => {
  const refusal = { success: false, message: 'Who is it?' };
  const fetch = vi.fn(async () => Response.json(refusal, { status: 401 }));
  const renew = vi.fn(async () => {
    const result = await transport(LIST, undefined, { refresh: false });
    if (!result.success) throw new Error(result.message);
  });
  const transport = createTransport({ baseUrl: '', fetch, refresh: renew, timeout: 600_000 });
  const calls = [1, 2].map(() => transport(LIST, undefined, {}));
  expect(await Promise.all(calls)).toMatchObject([{ status: 401 }, { status: 401 }]);
  expect([renew.mock.calls.length, fetch.mock.calls.length]).toEqual([1, 3]);
});

describe('where the service is', () => {
  test.each(['localhost:3000', 'api.example.com', 'mailto:me'])(
    '%j is refused before any call',
    (baseUrl) => {
      expect(() => createTransport({ baseUrl })).toThrow(
        new TypeError(`baseUrl "${baseUrl}" lacks "https://".`),
      );
    },
  );

  test('a variable that is not set is refused before any call', () => {
    expect(() => createTransport({ baseUrl: process.env.NO_SUCH_VARIABLE as string })).toThrow(/undefined/);
  });

  test.each([
    ['', '/api/things'],
    ['/', '/api/things'],
    ['/shop//', '/shop/api/things'],
    ['//example.com', '//example.com/api/things'],
    ['http://localhost:3000', 'http://localhost:3000/api/things'],
    ['HTTPS://example.com/shop/', 'HTTPS://example.com/shop/api/things'],
    ['capacitor://localhost', 'capacitor://localhost/api/things'],
  ])('%j leads to %s', async (baseUrl, url) => {
    const fetch = vi.fn(async (_: string | URL | Request) => Response.json({ success: true, payload: 1 }));
    await createTransport({ baseUrl, fetch })(LIST, undefined, {});
    expect(fetch.mock.calls[0]?.[0]).toBe(url);
  });
});
