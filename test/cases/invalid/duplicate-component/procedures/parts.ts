import { procedure } from 'procgen';
import * as z from 'zod';

const items = procedure.meta({ openapi: { enabled: true, tags: ['items'], protect: false } });

export const rename = items
  .meta({ openapi: { method: 'POST', path: '/parts', summary: 'Rename a part' } })
  .input(z.object({ name: z.string() }).meta({ id: 'Part' }))
  .output(z.object({ name: z.string(), id: z.string() }).meta({ id: 'Part' }))
  .mutation(() => ({ id: '', name: '' }));
