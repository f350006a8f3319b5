import { procedure } from 'procgen';
import * as z from 'zod';

export const find = procedure
  .meta({ openapi: { enabled: true, method: 'GET', path: '/user', tags: ['users'], summary: 'Find', protect: false } })
  .output(z.object({ name: z.string() }))
  .query(() => ({ name: 'x' }));
