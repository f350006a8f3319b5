import { procedure } from 'procgen';
import * as z from 'zod';
import { limits } from './_limits.js';

export const list = procedure
  .meta({
    openapi: { enabled: true, method: 'GET', path: '/failing', tags: ['items'], summary: 'Fail', protect: false },
  })
  .input(z.object({ limit: z.number().max(limits.page) }))
  .output(z.array(z.string()))
  .query(() => []);
