import { procedure } from 'procgen';
import * as z from 'zod';

export const list = procedure
  .meta({
    openapi: { enabled: true, method: 'GET', path: '/items', tags: ['items'], summary: 'List items', protect: false },
  })
  .input(z.object({ page: z.number().default(1) }))
  .query(() => 'items');

const remove = procedure
  .meta({
    openapi: { enabled: true, method: 'DELETE', path: '/items', tags: ['items'], summary: 'Clear', protect: false },
  })
  .mutation(() => undefined);

export { remove as delete };
