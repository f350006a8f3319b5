import { procedure, redirect } from 'procgen';

const items = procedure
  .meta({ openapi: { enabled: true, method: 'GET', tags: ['items'], summary: 'S' } })
  .output(redirect());

export const open = items
  .meta({ openapi: { path: '/items/open', protect: true } })
  .query(() => 'https://files.example.com/items');

export const visit = items.meta({ openapi: { path: '/items/visit', protect: false } }).query(() => '/shop');
