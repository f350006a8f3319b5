import { procedure } from 'procgen';
import * as z from 'zod';
import { Item } from '../shared/item.js';
import { connect } from '../shared/database.js';

export const list = procedure
  .meta({ openapi: { enabled: true, method: 'GET', path: '/items', tags: ['items'], summary: 'S', protect: false } })
  .output(z.array(Item))
  .query(() => connect());

throw new Error('Not finished yet.');
