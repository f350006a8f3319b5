import { procedure } from 'procgen';
import * as z from 'zod';

const items = procedure.meta({ openapi: { enabled: true, tags: ['items'], protect: false } }).output(z.string());

export const list = items
  .meta({ openapi: { method: 'get', path: '/items', summary: 'List items' } })
  .query(() => 'items');

export const check = items
  .meta({ openapi: { method: 'HEAD', path: '/check', summary: 'Check items' } })
  .query(() => 'items');
