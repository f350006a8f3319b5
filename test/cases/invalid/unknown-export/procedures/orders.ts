import { procedure } from 'procgen';
import * as z from 'zod';
import { Name } from './_names.js';

export const list = procedure
  .meta({
    openapi: { enabled: true, method: 'GET', path: '/orders', tags: ['items'], summary: 'S', protect: false },
  })
  .output(z.enum(Name))
  .query(() => null as never);
