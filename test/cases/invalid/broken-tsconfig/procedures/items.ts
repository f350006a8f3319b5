import { procedure } from 'procgen';
import * as z from 'zod';
import { names } from '@/names.js';

export const list = procedure
  .meta({
    openapi: { enabled: true, method: 'GET', path: '/items', tags: ['items'], summary: 'Items', protect: false },
  })
  .output(z.enum(names))
  .query(() => names[0]);
