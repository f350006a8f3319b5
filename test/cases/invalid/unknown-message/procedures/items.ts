import { procedure } from 'procgen';
import * as z from 'zod';

const items = procedure.meta({ openapi: { enabled: true, tags: ['items'], protect: false } }).output(z.string());

export const list = items
  .meta({ openapi: { method: 'GET', path: '/items', summary: 'List items' } })
  .query(() => 'items');
