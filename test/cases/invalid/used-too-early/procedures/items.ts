import { procedure } from 'procgen';
import * as z from 'zod';

export const list = procedure
  .meta({
    openapi: { enabled: true, method: 'GET', path: '/items', tags: ['items'], summary: 'List', protect: false },
  })
  .input(z.object({ limit: z.number().max(MOST).optional(), after: z.lazy(() => Cursor).optional() }))
  .output(z.array(z.string()))
  .query(() => [FIRST]);

const MOST = 100;
const FIRST = 'first';
const Cursor = z.string();
