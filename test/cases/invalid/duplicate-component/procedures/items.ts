import { procedure } from 'procgen';
import * as z from 'zod';

const items = procedure.meta({ openapi: { enabled: true, tags: ['items'], protect: false } });

const Item = z.object({ id: z.string(), name: z.string() }).meta({ id: 'Item' });

export const find = items
  .meta({ openapi: { method: 'GET', path: '/items/:id', summary: 'Find an item' } })
  .input(z.object({ id: z.string() }))
  .output(Item)
  .query(() => ({ id: '1', name: 'one' }));
