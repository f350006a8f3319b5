import { procedure } from 'procgen';
import * as z from 'zod';

export const list = procedure
  .meta({
    openapi: { enabled: true, method: 'GET', path: '/others/', tags: ['items'], summary: 'List others', protect: false },
  })
  .output(z.array(z.string()))
  .query(() => []);
