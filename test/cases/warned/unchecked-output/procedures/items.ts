import { actionResponse, ok, procedure } from 'procgen';
import * as z from 'zod';

const Item = z.object({ id: z.string(), extra: z.unknown() }).meta({ id: 'Item' });

export const list = procedure
  .meta({ openapi: { enabled: true, method: 'GET', path: '/items', tags: ['items'], summary: 'S', protect: false } })
  .output(actionResponse(z.array(Item)))
  .query(() => ok([]));

export const find = procedure
  .meta({ openapi: { enabled: true, method: 'POST', path: '/items/find', tags: ['items'], summary: 'S', protect: false } })
  .input(z.object({ filter: z.any() }))
  .output(
    z.object({
      row: z.any(),
      attributes: z.record(z.string(), z.unknown()),
      loose: z.looseObject({ id: z.string() }),
      tuple: z.tuple([z.string(), z.unknown()]),
      json: z.json(),
      strict: z.object({ id: z.string() }),
    }),
  )
  .query(() => null as never);

export const count = procedure
  .meta({ openapi: { enabled: true, method: 'GET', path: '/items/count', tags: ['items'], summary: 'S', protect: false } })
  .output(z.any())
  .query(() => 1);
