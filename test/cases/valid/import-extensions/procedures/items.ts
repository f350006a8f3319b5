import { procedure } from 'procgen';
import * as z from 'zod';
import { Item } from './_schemas.ts';

export const list = procedure
  .meta({
    openapi: { enabled: true, method: 'GET', path: '/items', tags: ['items'], summary: 'List items', protect: false },
  })
  .output(z.array(Item))
  .query(() => []);
