import { actionResponse, ok, procedure } from 'procgen';
import { z } from 'zod/v3';

export const list = procedure
  .meta({
    openapi: { enabled: true, method: 'GET', path: '/envelope', tags: ['items'], summary: 'Items', protect: false },
  })
  .output(actionResponse(z.object({ name: z.string() })))
  .query(() => ok({ name: '' }));
