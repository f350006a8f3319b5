import { EventEmitter } from 'node:events';
import * as z from 'zod';
import { eventStream, ProcedureError, procedure } from '../../../src/index.js';
import { openMeta } from './small-procedures.js';
import { routeOf } from './start-service.js';

/** Tells of what happens inside handlers: `waiting` when one waits, `aborted` with the reason when its signal is. */
export const handlers = new EventEmitter();

const open = (method: 'GET' | 'POST' | 'DELETE', path: string) =>
  procedure.meta(openMeta(method as 'GET', path));
const Named = z.object({ name: z.string() });

/** What every host serves in its tests. */
export const HOSTED_ROUTES = [
  routeOf(
    'about',
    open('GET', '/about/:name')
      .input(Named)
      .output(z.object({ name: z.string(), ip: z.string(), url: z.string(), isKoa: z.boolean() }))
      .query(({ input, ctx }) => ({
        name: input.name,
        ip: ctx.request.ip,
        url: ctx.request.url,
        isKoa: ctx.koa !== null,
      })),
  ),
  routeOf(
    'create',
    open('POST', '/items')
      .input(Named)
      .output(z.string())
      .mutation(({ input }) => input.name),
    { status: 201, body: 'required' },
  ),
  routeOf(
    'remove',
    open('DELETE', '/items')
      .output(z.void())
      .mutation(({ ctx }) => void ctx.response.cookies.set('removed', '1')),
    { status: 204 },
  ),
  routeOf(
    'cookies',
    open('GET', '/cookies')
      .output(z.string())
      .query(({ ctx }) => {
        ctx.response.headers['Set-Cookie'] = 'a=1';
        ctx.response.cookies.set('b', '2', { httpOnly: false });
        ctx.response.cookies.set('c', null);
        return 'cookies';
      }),
  ),
  routeOf(
    'wait',
    open('GET', '/wait')
      .output(z.string())
      .query(async ({ ctx }) => {
        handlers.emit('waiting');
        const { signal } = ctx;
        if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve));
        handlers.emit('aborted', signal.reason);
        throw signal.reason;
      }),
  ),
  routeOf(
    'deaf',
    open('GET', '/deaf')
      .output(z.string())
      .query(() => {
        handlers.emit('waiting');
        return new Promise<string>(() => {});
      }),
  ),
  routeOf(
    'deafStream',
    open('GET', '/deaf/stream')
      .output(eventStream(z.string()))
      .query(async function* () {
        yield 'begun';
        handlers.emit('waiting');
        await new Promise(() => {});
      }),
  ),
  routeOf(
    'fail',
    open('GET', '/fail/:how')
      .input(z.object({ how: z.string() }))
      .output(z.string())
      .query(({ input, ctx }): string => {
        ctx.response.cookies.set('lost', '1');
        const headers: object = {
          'Retry-After': 7,
          'Set-Cookie': ['a=1', 'b=2'],
          'X-Null': null,
          'X-Undefined': undefined,
          'X-Broken': 'a\nb',
          'X-Object': {},
          'X-Empty': [null],
          Link: ['<a>', '<b>'],
        };
        if (input.how === 'refused')
          throw new ProcedureError('CONFLICT', 'Refused.', { headers: headers as Record<string, string> });
        if (input.how === 'foreign')
          throw Object.assign(new Error('Foreign.'), { status: 418, expose: true, headers });
        if (input.how === 'list')
          throw Object.assign(new Error('Foreign.'), { status: 418, expose: true, headers: ['a', 'b'] });
        throw Object.assign(new Error('hidden'), { headers });
      }),
  ),
];
