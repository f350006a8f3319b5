import { procedure } from 'procgen';
import * as z from 'zod';
import { Size } from './_size.js';

export const list = procedure
  .meta({
    openapi: { enabled: true, method: 'GET', path: '/sizes', tags: ['items'], summary: 'Items', protect: false },
  })
  .output(z.object({ size: Size }))
  .query(() => ({ size: 1 }));
