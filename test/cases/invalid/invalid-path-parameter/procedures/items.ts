import { procedure } from 'procgen';
import * as z from 'zod';

const items = procedure
  .meta({ openapi: { enabled: true, tags: ['items'], protect: false } })
  .input(z.object({ id: z.string() }))
  .output(z.string());

export const unnamed = items
  .meta({ openapi: { method: 'GET', path: '/items/:', summary: 'A path' } })
  .query(() => 'items');

export const dashed = items
  .meta({ openapi: { method: 'GET', path: '/items/:item-id', summary: 'A path' } })
  .query(() => 'items');

export const half = items
  .meta({ openapi: { method: 'GET', path: '/items/item-:id', summary: 'A path' } })
  .query(() => 'items');

export const wildcard = items
  .meta({ openapi: { method: 'GET', path: '/items/*', summary: 'A path' } })
  .query(() => 'items');

export const pattern = items
  .meta({ openapi: { method: 'GET', path: '/items/:id(\\d+)', summary: 'A path' } })
  .query(() => 'items');

export const unclosed = items
  .meta({ openapi: { method: 'GET', path: '/items/{id', summary: 'A path' } })
  .query(() => 'items');

export const twice = items
  .meta({ openapi: { method: 'GET', path: '/items/:id/parts/{id}', summary: 'A path' } })
  .query(() => 'items');
