import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { procedure, type RedirectTarget, redirect } from '../../src/index.js';
import { type RunningService, routeOf, startService, stopServices } from './support/start-service.js';

const at = (path: string) =>
  procedure.meta({ openapi: { enabled: true, tags: [], summary: '', method: 'GET', path, protect: false } });

const STATUSES = [301, 302, 303, 307, 308] as const;

const open = at('/open')
  .input(z.object({ to: z.string() }))
  .output(redirect())
  .query(({ input }) => input.to);

const ROUTES = [
  routeOf('open', open, { status: 303, rateLimit: false }),
  ...STATUSES.map((status) =>
    routeOf(
      `status${status}`,
      at(`/status/${status}`)
        .output(redirect(status))
        .query(() => new URL('https://example.com/ä b?q=1#end')),
      { status },
    ),
  ),
  routeOf(
    'own',
    at('/own')
      .output(redirect(302))
      .query(async ({ ctx }) => {
        ctx.response.headers.location = 'https://evil.example';
        ctx.response.headers['Cache-Control'] = 'private, max-age=60';
        ctx.response.cookies.set('seen', '1');
        return '/here';
      }),
    { status: 302 },
  ),
  routeOf(
    'settled',
    at('/settled')
      .output(redirect(302))
      .query(({ ctx }) => {
        ctx.response.status = 200;
        return '/here';
      }),
    { status: 302 },
  ),
  routeOf(
    'chosen',
    at('/chosen')
      .input(z.object({ to: z.string() }))
      .output(redirect().refine((to) => new URL(to).hostname.endsWith('.example.com'), 'Another host'))
      .query(({ input }) => input.to),
    { status: 303, rateLimit: false },
  ),
];

/** What a handler may return, and the `Location` that a caller gets. */
const TARGETS: readonly (readonly [target: string, location: string])[] = [
  ['https://example.com', 'https://example.com/'],
  ['HTTP://Example.com:8080/a?b=c#d', 'http://example.com:8080/a?b=c#d'],
  ['https://bücher.example/ü', 'https://xn--bcher-kva.example/%C3%BC'],
  ['/', '/'],
  ['/files/1?page=2#top', '/files/1?page=2#top'],
  ['/ä b', '/%C3%A4%20b'],
  ['/a/../b', '/b'],
  ['/https://example.com', '/https://example.com'],
  ['/?to=//example.com', '/?to=//example.com'],
];

/** What it may not, and what the log says of it. */
const REFUSED: readonly (readonly [target: unknown, why: string])[] = [
  ['//evil.example/a', 'two slashes'],
  ['/\\evil.example', 'two slashes'],
  ['/a/..//evil.example', 'two slashes'],
  ['/.//evil.example', 'two slashes'],
  ['/a/..\\/evil.example', 'two slashes'],
  ['/\t/evil.example', 'control character'],
  ['https://example.com/a\r\nSet-Cookie: a=b', 'control character'],
  ['java\nscript:alert(1)', 'control character'],
  ['javascript:alert(1)', 'scheme "javascript:"'],
  ['data:text/html,hi', 'scheme "data:"'],
  ['https:evil.example', 'scheme "https:"'],
  [' https://example.com', 'an absolute URL, or a path'],
  ['files/1', 'an absolute URL, or a path'],
  ['?page=2', 'an absolute URL, or a path'],
  ['', 'an absolute URL, or a path'],
  ['https://', 'cannot be parsed'],
  ['https://exa mple.com', 'cannot be parsed'],
  ['//', 'cannot be parsed'],
  [new URL('ftp://example.com'), 'scheme "ftp:"'],
  [undefined, 'of type undefined'],
  [null, 'of type object'],
  [7, 'of type number'],
];

afterAll(stopServices);

/** The message of a ZodError is JSON, and so is a line of the log. */
function stripEscapes(text: string): string {
  return text.replaceAll('\\', '');
}

function printLines({ lines }: RunningService): string {
  return stripEscapes(JSON.stringify(lines));
}

describe.each(['node', 'koa', 'fetch'] as const)('A redirect under the host %s', (host) => {
  let service: RunningService;
  const ask = (path: string, init?: RequestInit) => service.ask(path, { redirect: 'manual', ...init });
  const askFor = (path: string, to: string) => ask(`${path}?to=${encodeURIComponent(to)}`);

  beforeAll(async () => {
    service = await startService({ routes: ROUTES, host, options: { mode: 'development' } });
  });

  it.each(STATUSES)('of the status %i has a Location, no body, and is not kept', async (status) => {
    for (const method of ['GET', 'HEAD']) {
      const response = await ask(`/api/status/${status}`, { method });
      expect(response.status).toBe(status);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        location: 'https://example.com/%C3%A4%20b?q=1#end',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      });
      expect(response.headers.get('content-type')).toBeNull();
      expect(await response.text()).toBe('');
    }
  });

  it.each(TARGETS)('leads from %j to %j', async (target, location) => {
    const response = await askFor('/api/open', target);
    expect([response.status, response.headers.get('location')]).toEqual([303, location]);
  });

  it('leads where the handler says and nowhere else, with the other headers that it set', async () => {
    const response = await ask('/api/own');
    expect(response.headers.get('location')).toBe('/here');
    expect(response.headers.get('cache-control')).toBe('private, max-age=60');
    expect(response.headers.get('set-cookie')).toMatch(/^seen=1/);
  });

  it('has no other status than that of its schema: a 500 whose log line says so', async () => {
    service.lines.length = 0;
    const response = await ask('/api/settled');
    expect([response.status, response.headers.get('location')]).toEqual([500, null]);
    expect(printLines(service)).toContain('ctx.response.status is 200');
  });

  it('leads to no target that a check of its own refuses', async () => {
    expect((await askFor('/api/chosen', 'https://cdn.example.com/a')).status).toBe(303);
    service.lines.length = 0;
    const response = await askFor('/api/chosen', 'https://evil.example/a');
    expect([response.status, response.headers.get('location')]).toEqual([500, null]);
    expect(printLines(service)).toContain('Another host');
  });

  it('of a query that is refused is a failure as ever', async () => {
    const response = await ask('/api/open');
    expect(response.status).toBe(400);
    expect(response.headers.get('location')).toBeNull();
    expect(await response.json()).toMatchObject({ success: false, errors: [{ path: ['to'] }] });
  });

  it.each(REFUSED.filter(([target]) => typeof target === 'string') as [string, string][])(
    'does not lead to %j: a 500 whose log line says why',
    async (target, why) => {
      service.lines.length = 0;
      const response = await askFor('/api/open', target);
      expect([response.status, response.headers.get('location')]).toEqual([500, null]);
      expect(await response.json()).toEqual({ success: false, message: 'Internal server error.' });
      expect(printLines(service)).toContain(why);
    },
  );
});

it.each(REFUSED)('call() throws for the target %j of a redirect', async (target, why) => {
  const open = at('/a')
    .output(redirect())
    .query(() => target as RedirectTarget);
  const thrown = await open.call({}).catch((error: unknown) => error);
  expect(thrown).toMatchObject({ code: 'INTERNAL' });
  expect(stripEscapes(String((thrown as Error).cause))).toContain(why);
});

it('call() returns the target of a redirect as the handler returned it', async () => {
  expect(await open.call({ input: { to: '/a' } })).toBe('/a');
});

it.each([200, 300, 304, 404, 303.5, '303'])('redirect() takes no status %j', (status) => {
  expect(() => redirect(status as 303)).toThrow('is not one of the statuses 301, 302, 303, 307, 308');
});
