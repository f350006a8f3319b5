import { actionResponse, ok, ProcedureError, procedure } from 'procgen';
import * as z from 'zod';
import { addItem, findItem, listItems } from '../app/items.js';

const Item = z.object({ id: z.uuid(), name: z.string().min(1), createdAt: z.date() }).meta({ id: 'Item' });

/** Lists the caller's items, newest first. */
export const list = procedure
  .meta({
    openapi: {
      enabled: true,
      method: 'GET',
      path: '/items',
      tags: ['items'],
      summary: 'List items',
      protect: true,
    },
  })
  .input(z.object({ limit: z.number().int().min(1).max(100).default(20) }))
  .output(actionResponse(z.array(Item)))
  .query(async ({ input, ctx }) => ok([...(await listItems(ctx.user.id, input.limit))]));

export const find = procedure
  .meta({
    openapi: {
      enabled: true,
      method: 'GET',
      path: '/items/:id',
      tags: ['items'],
      summary: 'Find an item',
      protect: true,
      errors: [404],
    },
  })
  .input(z.object({ id: z.uuid() }))
  .output(actionResponse(Item))
  .query(async ({ input, ctx }) => {
    const item = await findItem(ctx.user.id, input.id);
    if (!item) throw new ProcedureError('NOT_FOUND', 'No such item.');
    return ok(item);
  });

export const create = procedure
  .meta({
    openapi: {
      enabled: true,
      method: 'POST',
      path: '/items',
      tags: ['items'],
      summary: 'Create an item',
      protect: true,
      status: 201,
    },
  })
  .input(z.object({ name: z.string().min(1) }))
  .output(actionResponse(Item))
  .mutation(async ({ input, ctx }) => ok(await addItem(ctx.user.id, input.name)));
