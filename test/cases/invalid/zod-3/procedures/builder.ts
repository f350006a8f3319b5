import { procedure } from 'procgen';
import { z } from 'zod/v3';

export const list = procedure
  .meta({
    openapi: { enabled: true, method: 'GET', path: '/builder', tags: ['items'], summary: 'Items', protect: false },
  })
  .output(z.object({ name: z.string() }))
  .query(() => ({ name: '' }));
