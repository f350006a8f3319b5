import { procedure } from 'procgen';
import * as z from 'zod';
import { Filter } from './_filter.js';

export const list = procedure
  .meta({ openapi: { enabled: true, method: 'POST', path: '/users', tags: ['users'], summary: 'List', protect: false } })
  .input(Filter)
  .output(z.string())
  .mutation(() => 'all');

export const Self = z.object({ id: z.string() });
