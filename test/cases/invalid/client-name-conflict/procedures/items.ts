import { procedure } from 'procgen';
import * as z from 'zod';

const items = procedure.meta({ openapi: { enabled: true, tags: ['items'], protect: false } }).output(z.string());

export const tags = items
  .meta({ openapi: { method: 'GET', path: '/items/tags', summary: 'List the tags of items' } })
  .query(() => 'tags');
