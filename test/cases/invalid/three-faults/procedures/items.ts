import { procedure } from 'procgen';
import * as z from 'zod';

export const list = procedure
  .meta({
    openapi: { enabled: true, method: 'GET', path: 'items', tags: ['items'], summary: 'List items', protect: false },
  })
  .output(z.array(z.string()))
  .query(() => []);

export const find = procedure
  .meta({
    openapi: { enabled: true, method: 'GET', path: '/items/:id', tags: ['item'], summary: 'Find', protect: false },
  })
  .input(z.object({ id: z.string() }))
  .output(z.string())
  .query(() => 'item');

export const create = procedure
  .meta({
    openapi: { enabled: true, method: 'POST', path: '/items', tags: ['items'], summary: 'Create', protect: false },
  })
  .input(z.object({ name: z.string() }))
  .mutation(() => 'item');
