import { createProcedure } from 'procgen';
import * as z from 'zod';

export interface ShopContext {
  readonly shop: { readonly id: string };
}

export const shopProcedure = createProcedure<ShopContext>().meta({
  openapi: { enabled: true, tags: ['shop'], protect: true, scopes: ['shop'] },
});

/** With a middleware and an input of its own. */
export const pagedProcedure = shopProcedure
  .input(z.object({ page: z.number().int().min(1).default(1) }))
  .use(async ({ ctx, input, next }) => next({ ctx: { offset: (input.page - 1) * ctx.shop.id.length } }));

/** Builds the same procedure for any table. */
export function makeCount(path: string, summary: string) {
  return shopProcedure
    .meta({ openapi: { method: 'GET', path, summary } })
    .output(z.object({ count: z.number() }))
    .query(async () => ({ count: 1 }));
}
