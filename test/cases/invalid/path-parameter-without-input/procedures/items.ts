import { procedure } from 'procgen';
import * as z from 'zod';

const items = procedure.meta({ openapi: { enabled: true, tags: ['items'], protect: false } }).output(z.string());

export const find = items
  .meta({ openapi: { method: 'GET', path: '/items/:itemId/parts/:partId', summary: 'Find a part' } })
  .input(z.object({ id: z.string(), partId: z.string() }))
  .query(() => 'item');

export const replace = items
  .meta({ openapi: { method: 'PUT', path: '/items/:id', summary: 'Replace an item' } })
  .input(z.union([z.object({ id: z.string(), name: z.string() }), z.object({ key: z.string() })]))
  .mutation(() => 'item');
