import { procedure } from 'procgen';
import * as z from 'zod';

export const status = procedure
  .meta({
    openapi: { enabled: true, method: 'GET', path: '/admin', tags: ['all'], summary: 'S', protect: false },
  })
  .output(z.string())
  .query(() => '');
