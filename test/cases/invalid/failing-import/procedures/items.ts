import { procedure } from 'procgen';
import * as z from 'zod';
import { sizes } from './_sizes.js';

export const list = procedure
  .meta({
    openapi: { enabled: true, method: 'GET', path: '/items', tags: ['items'], summary: 'List items', protect: false },
  })
  .input(z.object({ size: z.enum(sizes).optional() }))
  .output(z.array(z.string()))
  .query(() => []);
