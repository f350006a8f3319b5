import { procedure } from 'procgen';
import * as z from 'zod';

export const list = procedure
  .meta({
    openapi: { enabled: true, method: 'POST', path: '/good', tags: ['wrong'], summary: 'List', protect: false },
  })
  .output(z.array(z.string()))
  .query(() => []);

export const create = procedure
  .meta({
    openapi: { enabled: true, method: 'POST', path: '/good', tags: ['items'], summary: 'Create', protect: false },
  })
  .mutation(() => 'created');
