import { procedure } from 'procgen';
import * as z from 'zod';

const items = procedure.meta({ openapi: { enabled: true, tags: ['items'], protect: false } }).output(z.string());

export const find = items
  .meta({ openapi: { method: 'GET', path: '/items/:id?', summary: 'Find an item, or all' } })
  .input(z.object({ id: z.string().optional() }))
  .query(() => 'items');

export const optionalKey = items
  .meta({ openapi: { method: 'GET', path: '/parts/:id', summary: 'Find a part' } })
  .input(z.object({ id: z.string().optional() }))
  .query(() => 'part');
