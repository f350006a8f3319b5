import { procedure } from 'procgen';
import * as z from 'zod';

const { Item } = await import('../itme.js');

export const list = procedure
  .meta({
    openapi: { enabled: true, method: 'GET', path: '/dynamic', tags: ['items'], summary: 'Items', protect: false },
  })
  .output(Item)
  .query(() => 'a');
