import { procedure } from 'procgen';
import { Item } from './_item.js';

export const find = procedure
  .meta({ openapi: { enabled: true, method: 'GET', path: '/item', tags: ['users'], summary: 'Find', protect: false } })
  .output(Item)
  .query(() => ({ id: '1', owner: null }));
