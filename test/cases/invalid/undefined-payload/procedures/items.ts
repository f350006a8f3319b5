import { actionResponse, ok, procedure } from 'procgen';
import * as z from 'zod';

class Schemas {
  static item: z.ZodType<{ id: string }>;
}

export const list = procedure
  .meta({ openapi: { enabled: true, method: 'GET', path: '/items', tags: ['items'], summary: 'List', protect: false } })
  .output(actionResponse(Schemas.item))
  .query(async () => ok({ id: '1' }));

Schemas.item = z.object({ id: z.string() });
