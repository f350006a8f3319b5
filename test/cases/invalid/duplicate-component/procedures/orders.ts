import { procedure } from 'procgen';
import * as z from 'zod';

const items = procedure.meta({ openapi: { enabled: true, tags: ['items'], protect: false } });

const Line = z.object({ item: z.string(), count: z.number() }).meta({ id: 'Item' });

export const list = items
  .meta({ openapi: { method: 'GET', path: '/orders', summary: 'List orders' } })
  .output(z.array(z.object({ lines: z.array(Line) })))
  .query(() => []);
