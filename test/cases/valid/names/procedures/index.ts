import { procedure } from 'procgen';
import * as z from 'zod';

export const root = procedure
  .meta({
    openapi: { enabled: true, method: 'GET', path: '/', tags: ['all', 'other'], summary: 'S', protect: false },
  })
  .output(z.string())
  .query(() => '');
