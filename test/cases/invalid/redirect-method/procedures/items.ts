import { procedure, redirect } from 'procgen';

const items = procedure.meta({ openapi: { enabled: true, tags: ['items'], protect: false } });

export const buy = items
  .meta({ openapi: { method: 'POST', path: '/items/buy', summary: 'Buy an item' } })
  .output(redirect())
  .mutation(() => '/thanks');

export const search = items
  .meta({ openapi: { method: 'POST', path: '/items/search', summary: 'Search items' } })
  .output(redirect())
  .query(() => '/results');

export const open = items
  .meta({ openapi: { method: 'GET', path: '/items', summary: 'Open the items' } })
  .output(redirect())
  .query(() => '/shop');
