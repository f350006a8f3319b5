import { procedure } from 'procgen';
import * as z from 'zod';

const Page = z.object({ size: z.number().max(JSON.parse('{').size) });

export const list = procedure
  .meta({
    openapi: { enabled: true, method: 'GET', path: '/pages', tags: ['items'], summary: 'List', protect: false },
  })
  .output(Page)
  .query(() => ({ size: 1 }));
