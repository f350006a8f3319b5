import { procedure } from 'procgen';
import * as z from 'zod';

const Page = z.object({
  size: z.number().max(readLimit()),
});

export const list = procedure
  .meta({
    openapi: { enabled: true, method: 'GET', path: '/pages', tags: ['items'], summary: 'List', protect: false },
  })
  .output(Page)
  .query(() => ({ size: 1 }));

function readLimit(): number {
  throw new Error('There is no limit.');
}
