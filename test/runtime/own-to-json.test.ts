import { afterAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { procedure } from '../../src/index.js';
import { prepareOutput } from '../../src/runtime/respond/prepare-output.js';
import { routeOf, startService, stopServices } from './support/start-service.js';

afterAll(stopServices);

const ISO = '2026-01-02T03:04:05.006Z';
const leak = () => ({ secret: 'hunter2' });
const fail = () => {
  throw new Error('no');
};
class Moment extends Date {
  override toJSON = leak as never;
}
/** Dates that would say something else than when they are. */
const DATES: readonly [string, Date][] = [
  ['toJSON of its own', Object.assign(new Date(ISO), { toJSON: leak })],
  ['toJSON that throws', Object.assign(new Date(ISO), { toJSON: fail })],
  ['toISOString of its own', Object.assign(new Date(ISO), { toISOString: () => 'hunter2' })],
  ['class of its own', new Moment(ISO)],
  ['getTime of its own', Object.assign(new Date(ISO), { getTime: () => 0 })],
];
const SCHEMAS: readonly [string, z.ZodType, (date: Date) => unknown, unknown][] = [
  ['a member', z.object({ at: z.date() }), (at) => ({ at }), { at: ISO }],
  ['a checked one', z.object({ at: z.date().min(new Date(0)) }), (at) => ({ at }), { at: ISO }],
  ['a list', z.array(z.date()), (at) => [at], [ISO]],
  ['a set', z.set(z.date()), (at) => new Set([at]), [ISO]],
  [
    'beside a bigint',
    z.object({ at: z.date(), n: z.bigint() }),
    (at) => ({ at, n: 1n }),
    { at: ISO, n: '1' },
  ],
  ['refined', z.object({ at: z.date() }).refine(() => true), (at) => ({ at }), { at: ISO }],
  ['of any type', z.object({ at: z.any() }), (at) => ({ at }), { at: ISO }],
  ['alone', z.date(), (at) => at, ISO],
];

describe('A date is answered as an ISO date-time, whatever it would say itself', () => {
  test.each(
    DATES.flatMap(([what, date]) => SCHEMAS.map(([where, ...rest]) => [what, where, date, ...rest] as const)),
  )('with a %s, %s', async (_what, _where, date, output, make, expected) => {
    const check = prepareOutput({ kind: 'query', meta: {}, output, middlewares: [] } as never);
    expect(JSON.parse((await check(make(date))).print())).toEqual(expected);
  });

  test('and so over the wire', async () => {
    const at = procedure
      .meta({ openapi: { enabled: true, tags: [], summary: '', method: 'GET', path: '/at', protect: false } })
      .output(z.object({ at: z.date() }))
      .query(() => ({ at: Object.assign(new Date(ISO), { toJSON: leak }) }));
    const { ask } = await startService({ routes: [routeOf('at', at)] });
    const response = await ask('/api/at');
    expect([response.status, await response.text()]).toEqual([200, `{"at":"${ISO}"}`]);
  });
});

test('A bigint is a decimal text, and an invalid date of any type null, whatever the application gave all of them', async () => {
  const prototype = BigInt.prototype as { toJSON?: () => unknown };
  prototype.toJSON = () => 'hunter2';
  try {
    const output = z.object({ n: z.bigint(), any: z.any() });
    const check = prepareOutput({ kind: 'query', meta: {}, output, middlewares: [] } as never);
    const { print } = await check({ n: 12n, any: new Date(Number.NaN) });
    expect(print()).toBe('{"n":"12","any":null}');
  } finally {
    delete prototype.toJSON;
  }
});
