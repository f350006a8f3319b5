import { procedure } from 'procgen';
import * as z from 'zod';

const items = procedure.meta({ openapi: { enabled: true, tags: ['items'], protect: false } }).output(z.string());

export const text = items
  .meta({ openapi: { method: 'POST', path: '/text', summary: 'Take a text' } })
  .input(z.string())
  .mutation(() => 'text');

export const list = items
  .meta({ openapi: { method: 'POST', path: '/list', summary: 'Take a list' } })
  .input(z.array(z.object({ id: z.string() })))
  .mutation(() => 'list');

export const either = items
  .meta({ openapi: { method: 'POST', path: '/either', summary: 'Take either' } })
  .input(z.union([z.object({ id: z.string() }), z.string()]))
  .mutation(() => 'either');

export const record = items
  .meta({ openapi: { method: 'GET', path: '/record', summary: 'Take a record' } })
  .input(z.record(z.string(), z.string()))
  .query(() => 'record');

export const maybe = items
  .meta({ openapi: { method: 'POST', path: '/maybe', summary: 'Take it or not' } })
  .input(z.object({ id: z.string() }).optional())
  .mutation(() => 'maybe');

export const anything = items
  .meta({ openapi: { method: 'POST', path: '/anything', summary: 'Take anything' } })
  .input(z.any())
  .mutation(() => 'anything');

export const one = items
  .meta({ openapi: { method: 'POST', path: '/one', summary: 'Take one' } })
  .input(z.enum(['a', 'b']))
  .mutation(() => 'one');
