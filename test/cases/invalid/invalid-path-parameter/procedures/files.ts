import { procedure } from 'procgen';
import * as z from 'zod';

const items = procedure.meta({ openapi: { enabled: true, tags: ['items'], protect: false } }).output(z.string());

export const rest = items
  .meta({ openapi: { method: 'GET', path: '/files/{path*}', summary: 'Find a file' } })
  .input(z.object({ path: z.string() }))
  .query(() => 'file');

export const query = items
  .meta({ openapi: { method: 'GET', path: '/items?all=1', summary: 'List all' } })
  .query(() => 'items');
