import { actionResponse, ok, procedure } from 'procgen';
import * as z from 'zod';
import { createItem, listItems } from '../app/items.mjs';

const base = procedure.meta({ openapi: { enabled: true, tags: ['items'], protect: true } });

const Item = z
  .object({
    id: z.uuid(),
    name: z.string(),
    price: z.number(),
    tags: z.array(z.string()),
    createdAt: z.date(),
  })
  .meta({ id: 'Item' });

export const list = base
  .meta({ openapi: { method: 'GET', path: '/items', summary: 'List items' } })
  .input(z.object({ limit: z.number().int().min(1).max(100).default(20) }))
  .output(actionResponse(z.array(Item)))
  .query(({ input }) => ok(listItems(input.limit)));

export const create = base
  .meta({ openapi: { method: 'POST', path: '/items', summary: 'Create an item', status: 201 } })
  .input(
    z.object({
      name: z.string().min(1).max(100),
      price: z.number().min(0),
      tags: z.array(z.string().min(1)).max(10).default([]),
    }),
  )
  .output(actionResponse(Item))
  .mutation(({ input }) => ok(createItem(input)));

/** Takes ten parameters of every kind that a query has. */
export const search = base
  .meta({ openapi: { method: 'GET', path: '/items/search', summary: 'Search items' } })
  .input(
    z.object({
      page: z.number().int().min(1),
      minRating: z.number(),
      inStock: z.boolean(),
      since: z.date(),
      sort: z.enum(['name', 'price', 'newest']),
      tag: z.array(z.string()),
      price: z.object({ from: z.number(), to: z.number() }),
      account: z.bigint(),
      text: z.string(),
      reference: z.union([z.number(), z.string()]),
    }),
  )
  .output(actionResponse(z.array(Item)))
  .query(() => ok(listItems(20)));
