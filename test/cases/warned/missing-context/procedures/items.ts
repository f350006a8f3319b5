import { actionResponse, createProcedure, createProcedure as create } from 'procgen';
import * as procgen from 'procgen';
import * as z from 'zod';
import { shopProcedure } from './_builders.js';

export const list = shopProcedure
  .meta({ openapi: { enabled: true, method: 'GET', path: '/items', tags: ['items'], summary: 'S', protect: false } })
  .output(actionResponse<z.ZodArray<z.ZodString>>(z.array(z.string())))
  .query(() => ({ success: true, payload: [] }));

const withUser = createProcedure<{ user: { id: string; role: string } }>();

export const find = withUser
  .meta({ openapi: { enabled: true, method: 'GET', path: '/items/find', tags: ['items'], summary: 'S', protect: false } })
  .output(z.array(z.string()))
  .query(() => []);

/** Whatever is missing may be. */
const withClock = createProcedure<{ clock?: () => Date }>();

export const last = withClock
  .meta({ openapi: { enabled: true, method: 'GET', path: '/items/last', tags: ['items'], summary: 'S', protect: false } })
  .output(z.array(z.string()))
  .query(() => []);

const plain = createProcedure<object>();

export const next = plain
  .meta({ openapi: { enabled: true, method: 'GET', path: '/items/next', tags: ['items'], summary: 'S', protect: false } })
  .output(z.array(z.string()))
  .query(() => []);

const aliased = create<{ db: object }>();

export const first = aliased
  .meta({ openapi: { enabled: true, method: 'GET', path: '/items/first', tags: ['items'], summary: 'S', protect: false } })
  .output(z.string())
  .query(() => '');

const member = procgen.createProcedure<{ db: object }>();

export const second = member
  .meta({ openapi: { enabled: true, method: 'GET', path: '/items/second', tags: ['items'], summary: 'S', protect: false } })
  .output(z.string())
  .query(() => '');
