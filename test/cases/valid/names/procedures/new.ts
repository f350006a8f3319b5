import { procedure } from 'procgen';
import * as z from 'zod';

const make = procedure
  .meta({
    openapi: { enabled: true, method: 'POST', path: '/new', tags: ['all'], summary: 'S', protect: false },
  })
  .output(z.string())
  .mutation(() => '');

const load = procedure
  .meta({
    openapi: { enabled: true, method: 'GET', path: '/new', tags: ['all'], summary: 'S', protect: false },
  })
  .output(z.string())
  .query(() => '');

const own = procedure
  .meta({
    openapi: { enabled: true, method: 'GET', path: '/new/proto', tags: ['all'], summary: 'S', protect: false },
  })
  .input(
    z.object({
      constructor: z.string(),
      toString: z.array(z.number()).optional(),
      valueOf: z.object({ isPrototypeOf: z.date() }).optional(),
    }),
  )
  .output(z.string())
  .query(() => '');

export { load as import, make as new, own as constructor };
