import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import fc from 'fast-check';
import Koa from 'koa';
import { expect, it } from 'vitest';
import { readKoaTarget } from '../../src/runtime/service/begin-call.js';
import { splitTarget } from '../../src/runtime/service/target.js';

const app = new Koa();

function createContext(url: string): Koa.Context {
  const req = Object.assign(new IncomingMessage(new Socket()), { url, headers: { host: 'test' } });
  return app.createContext(req, new ServerResponse(req));
}

const piece = fc.oneof(
  fc.constantFrom(
    '/',
    '/api',
    '?',
    '#',
    '&a=1',
    '//',
    'http://test',
    '%20',
    ' ',
    '\t',
    '\u00a0',
    '\ufeff',
    '*',
  ),
  fc.string({ maxLength: 4 }),
);
const targets = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(''));

it('A target is split as Koa splits it, or left to Koa', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        targets,
        targets.map((rest) => `/${rest}`),
      ),
      (url) => {
        const split = splitTarget(url);
        if (!split) return;
        const { path, querystring } = createContext(url);
        expect(split).toEqual({ path, querystring });
      },
    ),
    { numRuns: 1_000 },
  );
  expect(splitTarget('/api/items?limit=2&a=?')).toEqual({ path: '/api/items', querystring: 'limit=2&a=?' });
});

it('A target that a host has rewritten counts as it is now', () => {
  const ctx = createContext('/v1/items?limit=2');
  ctx.path = '/api/items';
  ctx.querystring = 'limit=3';
  const { path, querystring } = readKoaTarget(ctx);
  expect({ path, querystring }).toEqual({ path: '/api/items', querystring: 'limit=3' });
});
