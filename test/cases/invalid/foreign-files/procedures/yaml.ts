import { procedure } from 'procgen';
import * as z from 'zod';
import names from '../names.yaml';

export const list = procedure
  .meta({
    openapi: { enabled: true, method: 'GET', path: '/yaml', tags: ['items'], summary: 'Items', protect: false },
  })
  .output(z.enum(names))
  .query(() => 'a');
