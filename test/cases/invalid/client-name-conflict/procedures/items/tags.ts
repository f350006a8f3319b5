import { procedure } from 'procgen';
import * as z from 'zod';

const items = procedure.meta({ openapi: { enabled: true, tags: ['items'], protect: false } }).output(z.string());

export const create = items
  .meta({ openapi: { method: 'POST', path: '/items/tags', summary: 'Create a tag' } })
  .mutation(() => 'tag');
