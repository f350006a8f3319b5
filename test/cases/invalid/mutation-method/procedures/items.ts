import { procedure } from 'procgen';
import * as z from 'zod';

const items = procedure.meta({ openapi: { enabled: true, tags: ['items'], protect: false } }).output(z.string());

export const create = items
  .meta({ openapi: { method: 'GET', path: '/items', summary: 'Create an item' } })
  .mutation(() => 'item');
