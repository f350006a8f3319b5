import { procedure } from 'procgen';
import * as z from 'zod';
import { Item } from '../shared/item.js';
import { listItems } from '../shared/store.js';
import 'node:events';
import '../shared/declares.js';
import '../shared/part-of-setup.js';
import '../shared/registers.js';

export const list = procedure
  .meta({
    openapi: { enabled: true, method: 'GET', path: '/items', tags: ['items'], summary: 'List', protect: false },
  })
  .output(z.array(Item))
  .query(() => listItems());
