import { procedure } from 'procgen';
import * as z from 'zod';
import { colours } from './_settings.js';

export const list = procedure
  .meta({
    openapi: { enabled: true, method: 'GET', path: '/colours', tags: ['items'], summary: 'List', protect: false },
  })
  .output(z.enum(colours))
  .query(() => '');
