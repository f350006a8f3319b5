import { procedure } from 'procgen';
import * as z from 'zod';

export const list = procedure
  .meta({
    openapi: {
      enabled: true,
      method: 'GET',
      path: '/items',
      tags: ['items'],
      summary: 'List items',
      protect: false,
    },
  })
  .output(z.array(z.object({ id: z.int(), name: z.string() })))
  .query(() => [{ id: 1, name: 'Lamp' }]);
