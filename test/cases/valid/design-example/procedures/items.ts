import * as z from 'zod';
import { procedure, actionResponse, ok, ProcedureError } from 'procgen';
import { createItem, listItems } from './_items.js';

const Item = z.object({ id: z.uuid(), name: z.string().min(1), createdAt: z.date() }).meta({ id: 'Item' });

/** Lists the items, newest first. */
export const list = procedure
  .meta({
    openapi: { enabled: true, method: 'GET', path: '/items', tags: ['items'], summary: 'List items', protect: true },
    rateLimit: 'QUERY',
  })
  .input(z.object({ limit: z.number().int().min(1).max(100).default(20), tag: z.array(z.string()).optional() }))
  .output(actionResponse(z.array(Item)))
  .query(async ({ input, ctx }) => ok(await listItems(ctx.user.id, input)));

export const create = procedure
  .meta({
    openapi: { enabled: true, method: 'POST', path: '/items', tags: ['items'], summary: 'Create an item', protect: true, status: 201 },
    rateLimit: 'MUTATION',
  })
  .input(z.object({ name: z.string().min(1) }))
  .output(actionResponse(Item))
  .mutation(async ({ input, ctx }) => {
    if (input.name === 'taken') throw new ProcedureError('CONFLICT', 'There is such an item.');
    return ok(await createItem(input), ctx.t('items.created'));
  });
