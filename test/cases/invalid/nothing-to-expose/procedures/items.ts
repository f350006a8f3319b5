import { procedure } from 'procgen';
import * as z from 'zod';

export const list = procedure
  .meta({
    openapi: { enabled: false, method: 'GET', path: '/items', tags: ['items'], summary: 'List items', protect: false },
  })
  .output(z.array(z.string()))
  .query(() => []);
