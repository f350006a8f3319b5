import { procedure } from 'procgen';
import * as z from 'zod';

const User = z.object({
  get name(): z.ZodString {
    throw new Error('The name is not known yet.');
  },
});

export const find = procedure
  .meta({ openapi: { enabled: true, method: 'GET', path: '/user', tags: ['users'], summary: 'Find', protect: false } })
  .output(User)
  .query(() => ({ name: 'x' }));
