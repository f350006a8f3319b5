import { procedure } from 'procgen';
import * as z from 'zod';

export const list = procedure
  .meta({ openapi: { enabled: true, method: 'GET', path: '/items', tags: ['items'], summary: 'List items' } })
  .output(z.array(z.string()))
  .query(() => []);

export const create = procedure
  .meta({ openapi: { enabled: true } })
  .output(z.string())
  .mutation(() => 'created');

export const unsaid = procedure
  .meta({ openapi: { method: 'GET', path: '/unsaid', tags: ['items'], summary: 'Unsaid', protect: false } })
  .output(z.string())
  .query(() => 'unsaid');

// Without \`openapi\` a procedure is the application's own affair.
export const internal = procedure.meta({ audit: true }).query(() => 'internal');
