import { procedure } from 'procgen';
import * as z from 'zod';

const items = procedure.meta({ openapi: { enabled: true, tags: ['items'], protect: false } }).output(z.string());

export const search = items
  .meta({ openapi: { method: 'GET', path: '/items', summary: 'Search items' } })
  .input(
    z.object({
      tags: z.array(z.string()),
      ranges: z.array(z.object({ from: z.number(), to: z.number() })),
      filter: z.object({ grid: z.array(z.array(z.number())) }),
    }),
  )
  .query(() => 'items');

export const find = items
  .meta({ openapi: { method: 'GET', path: '/items/:key', summary: 'Find an item' } })
  .input(z.object({ key: z.object({ shop: z.string(), number: z.number() }) }))
  .query(() => 'item');

export const findAll = items
  .meta({ openapi: { method: 'POST', path: '/items/:keys', summary: 'Find some items' } })
  .input(z.object({ keys: z.array(z.string()) }))
  .query(() => 'items');

export const filter = items
  .meta({ openapi: { method: 'GET', path: '/filter', summary: 'Keys with brackets, and without a name' } })
  .input(
    z.object({
      'a[b]': z.string().optional(),
      where: z.object({ 'c]': z.int(), '': z.string(), free: z.record(z.string(), z.string()) }).optional(),
      sent: z.array(z.string()),
    }),
  )
  .output(z.array(z.string()))
  .query(() => []);

export const save = items
  .meta({ openapi: { method: 'POST', path: '/filter', summary: 'JSON takes any key' } })
  .input(z.object({ 'a[b]': z.string(), where: z.object({ 'c]': z.int(), '': z.string() }) }))
  .output(z.array(z.string()))
  .mutation(() => []);
