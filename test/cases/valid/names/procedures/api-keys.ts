import { procedure } from 'procgen';
import * as z from 'zod';

export const list = procedure
  .meta({
    openapi: { enabled: true, method: 'GET', path: '/api-keys', tags: ['all'], summary: 'S', protect: false },
  })
  .output(z.string())
  .query(() => '');

const remove = procedure
  .meta({
    openapi: { enabled: true, method: 'DELETE', path: '/api-keys', tags: ['all'], summary: 'S', protect: false },
  })
  .output(z.string())
  .mutation(() => '');

export { remove as delete };
