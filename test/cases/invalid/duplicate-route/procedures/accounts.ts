import { procedure } from 'procgen';
import * as z from 'zod';

const accounts = procedure.meta({ openapi: { enabled: true, tags: ['users'], protect: false } }).output(z.string());

export const find = accounts
  .meta({ openapi: { method: 'GET', path: '/users/{id}', summary: 'Find an account' } })
  .input(z.object({ id: z.string() }))
  .query(() => 'found');
