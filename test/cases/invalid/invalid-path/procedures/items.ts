import { procedure } from 'procgen';
import * as z from 'zod';

const items = procedure.meta({ openapi: { enabled: true, tags: ['items'], protect: false } }).output(z.string());

export const noSlash = items
  .meta({ openapi: { method: 'GET', path: 'items', summary: 'A path' } })
  .query(() => 'items');

export const prefix = items
  .meta({ openapi: { method: 'GET', path: '/api/items', summary: 'A path' } })
  .query(() => 'items');

export const trailing = items
  .meta({ openapi: { method: 'GET', path: '/items/', summary: 'A path' } })
  .query(() => 'items');

export const empty = items
  .meta({ openapi: { method: 'GET', path: '/items//all', summary: 'A path' } })
  .query(() => 'items');

export const space = items
  .meta({ openapi: { method: 'GET', path: '/all items', summary: 'A path' } })
  .query(() => 'items');

export const dots = items
  .meta({ openapi: { method: 'GET', path: '/items/../parts', summary: 'A path' } })
  .query(() => 'items');

export const fragment = items
  .meta({ openapi: { method: 'GET', path: '/items#all', summary: 'A path' } })
  .query(() => 'items');
