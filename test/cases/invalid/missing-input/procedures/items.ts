import { procedure } from 'procgen';
import * as z from 'zod';

const items = procedure.meta({ openapi: { enabled: true, tags: ['items'], protect: false } }).output(z.string());

export const find = items
  .meta({ openapi: { method: 'GET', path: '/items/:id', summary: 'Find an item' } })
  .query(() => 'item');
