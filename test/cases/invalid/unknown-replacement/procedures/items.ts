import { procedure } from 'procgen';
import * as z from 'zod';

const items = procedure.meta({ openapi: { enabled: true, tags: ['items'], protect: false } }).output(z.string());

export const list = items
  .meta({
    openapi: {
      method: 'GET',
      path: '/items',
      summary: 'List items',
      deprecated: { since: '2026-01-31', replacedBy: 'items.search' },
    },
  })
  .query(() => 'items');

export const find = items
  .meta({
    openapi: { method: 'GET', path: '/find', summary: 'Find an item', deprecated: { replacedBy: 'items.find' } },
  })
  .query(() => 'item');
