import { procedure } from 'procgen';
import * as z from 'zod';

/** To be shared: it has no path, which is not an error. */
export const base = procedure.meta({ openapi: { enabled: true, method: 'GET', tags: ['items'], protect: false } });

export const list = base.meta({ openapi: { path: '/items', summary: 'List items' } }).output(z.array(z.string()));

export const find = base
  .meta({ openapi: { path: '/items/:id', summary: 'Find an item' } })
  .input(z.object({ id: z.string() }))
  .output(z.string())
  .query(({ input }) => input.id);
