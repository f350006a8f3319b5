import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import { afterAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { type Context, type OpenApiMetadata, ProcedureError, procedure } from '../../src/index.js';
import { createLog, createRouter, type Mode } from '../../src/runtime/index.js';
import {
  json,
  routeOf,
  type ServiceSetup,
  startService,
  stopServices,
  tableOf,
  temporaryFolder,
} from './support/start-service.js';

afterAll(stopServices);

/** A service whose one procedure declares `openapi` and sets what `respond` sets. */
async function start(
  openapi: Pick<OpenApiMetadata, 'status' | 'headers'>,
  respond: (ctx: Context) => unknown,
  mode: Mode = 'development',
  host: ServiceSetup['host'] = 'node',
) {
  const create = procedure
    .meta({
      openapi: {
        enabled: true,
        tags: [],
        summary: '',
        method: 'POST',
        path: '/items',
        protect: false,
        ...openapi,
      },
      rateLimit: false,
    })
    .output(z.object({ id: z.string() }))
    .mutation(async ({ ctx }) => {
      await respond(ctx);
      return { id: '1' };
    });
  const service = await startService({ routes: [routeOf('items.create', create)], options: { mode }, host });
  const response = await service.ask('/api/items', json({}));
  const errors = service.lines.filter(({ level }) => level === 'error');
  return {
    response,
    faults: errors.map(({ err }) => (err as Error).message),
    warnings: () => service.lines.filter(({ level }) => level === 'warn'),
    ask: () => service.ask('/api/items', json({})),
  };
}

const Paging = z.object({
  'X-Total-Count': z.number().int().min(0),
  'X-Next': z.string().optional(),
});

describe('In development, a declared status', () => {
  it('is the one that is answered', async () => {
    const { response, faults } = await start({ status: 201 }, () => {});
    expect([response.status, faults]).toEqual([201, []]);
  });

  it('has to be kept by a handler that sets one: a logged 500', async () => {
    const { response, faults } = await start({ status: 201 }, ({ response }) => {
      response.status = 202;
    });
    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain('202');
    expect(faults).toEqual(['items.create responded with 202, but `status` in its metadata is 201.']);
  });

  it('leaves the handler its choice where there is none', async () => {
    const { response, faults } = await start({}, ({ response }) => {
      response.status = 202;
    });
    expect([response.status, faults]).toEqual([202, []]);
  });
});

describe('In development, declared headers', () => {
  it.each<[string, (ctx: Context) => unknown]>([
    ['by their names', ({ response: { headers } }) => Object.assign(headers, { 'X-Total-Count': 7 })],
    [
      'in lower case, as text',
      ({ response: { headers } }) => Object.assign(headers, { 'x-total-count': '7' }),
    ],
    [
      'with others that are not declared',
      ({ response: { headers } }) => Object.assign(headers, { 'x-total-count': 7, 'x-other': 'a' }),
    ],
    [
      'where an optional one is undefined',
      ({ response: { headers } }) => Object.assign(headers, { 'x-total-count': 7, 'x-next': undefined }),
    ],
    ['through Koa', ({ koa }) => koa?.set('X-Total-Count', '7')],
  ])('may be set %s', async (how, respond) => {
    const host = how === 'through Koa' ? 'koa' : 'node';
    const { response, faults } = await start({ headers: Paging }, respond, 'development', host);
    expect([response.status, faults]).toEqual([200, []]);
    expect(response.headers.get('X-Total-Count')).toBe('7');
    expect(response.headers.get('X-Next')).toBeNull();
  });

  it('are warned of once where a required one is not set, since middleware outside may set it', async () => {
    const { response, faults, warnings, ask } = await start({ headers: Paging }, () => {});
    expect([response.status, faults]).toEqual([200, []]);
    const msg =
      'items.create does not set the response header "X-Total-Count", which its metadata declares as required: set it in ctx.response.headers, unless middleware outside of the router sets it';
    expect(warnings()).toMatchObject([{ header: 'X-Total-Count', procedure: 'items.create', msg }]);
    expect((await ask()).status).toBe(200);
    expect(warnings()).toHaveLength(1);
  });

  it('may be set by middleware of another Koa application that the router is mounted in', async () => {
    const list = procedure
      .meta({
        openapi: {
          enabled: true,
          tags: [],
          summary: '',
          method: 'GET',
          path: '/items',
          protect: false,
          headers: Paging,
        },
        rateLimit: false,
      })
      .output(z.string())
      .query(() => '');
    const log = createLog({ destination: { write: () => {} } });
    const options = { mode: 'development', log, cwd: await temporaryFolder() } as const;
    const router = createRouter(await tableOf({ routes: [routeOf('items.list', list)] }), {}, options);
    const app = new Koa().use(async (ctx, next) => {
      await next();
      ctx.set('X-Total-Count', '7');
    });
    const server = app.use(router.routes()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/api/items`);
    expect([response.status, response.headers.get('X-Total-Count')]).toEqual([200, '7']);
    server.close();
    await router.close();
  });

  it('have to fit their schemas, and are told together with the status', async () => {
    const { response, faults } = await start({ status: 201, headers: Paging }, ({ response }) => {
      response.status = 200;
      Object.assign(response.headers, { 'x-total-count': 'many' });
    });
    expect(response.status).toBe(500);
    expect(faults).toEqual([
      'items.create responded with 200, but `status` in its metadata is 201. It has the response header "X-Total-Count: many", which its schema in the metadata does not accept.',
    ]);
  });

  it.each<[string, z.ZodType, string | number | readonly string[], boolean]>([
    ['a boolean', z.boolean(), 'true', true],
    ['a boolean', z.boolean(), '1', false],
    ['a bigint', z.bigint(), '12345678901234567890', true],
    ['a date', z.date(), '2026-03-01T00:00:00.000Z', true],
    ['a date', z.date(), 'soon', false],
    ['a list', z.array(z.number()), ['1', '2'], true],
    ['a list of one', z.array(z.string()), 'a', true],
    ['one text', z.string(), ['a', 'b'], false],
    ['one of several', z.enum(['hit', 'miss']), 'hit', true],
    ['one of several', z.enum(['hit', 'miss']), 'hot', false],
    ['what a default would fill in', z.string().default('a'), 'b', true],
  ])('that hold %s (%#)', async (_what, schema, value, isAccepted) => {
    const { response } = await start({ headers: z.object({ 'X-It': schema }) }, ({ response }) => {
      response.headers['x-it'] = value;
    });
    expect(response.status).toBe(isAccepted ? 200 : 500);
  });

  it('are not filled in by a default, which is never sent', async () => {
    const headers = z.object({ 'X-It': z.string().default('a') });
    expect((await start({ headers }, () => {})).warnings()).toMatchObject([{ header: 'X-It' }]);
  });

  it('are no matter of an answer that the handler refuses', async () => {
    const { response, faults } = await start({ headers: Paging }, () => {
      throw new ProcedureError('NOT_FOUND', 'No such item.');
    });
    expect([response.status, faults]).toEqual([404, []]);
  });
});

it('In production nothing of that is checked.', async () => {
  const { response, faults } = await start(
    { status: 201, headers: Paging },
    ({ response }) => {
      response.status = 202;
    },
    'production',
  );
  expect([response.status, faults]).toEqual([202, []]);
});
