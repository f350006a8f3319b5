import { procedure } from 'procgen';
import * as z from 'zod';
import { makeCount, pagedProcedure, shopProcedure } from './_builders.js';

const shared = { enabled: true, tags: ['shop'], protect: false } as const;
const limited = { rateLimit: 'MUTATION' } as const;

export const spread = procedure
  .meta({ ...limited, openapi: { ...shared, method: 'GET', path: '/spread', summary: 'Spread' } })
  .output(z.string())
  .query(namedHandler);

function namedHandler() {
  return 'named';
}

export const paged = pagedProcedure
  .meta({ openapi: { method: 'GET', path: '/paged', summary: 'A page' } })
  .input(z.object({ sort: z.enum(['name', 'price']).optional() }))
  .output(z.array(z.number()))
  .query(async ({ ctx, input }) => [ctx.offset, input.page]);

/** Made by an imported factory. */
export const count = makeCount('/products/count', 'Count products');

/** Made by a local one. */
export const countAll = makeLocal('/count');

function makeLocal(path: string) {
  return shopProcedure
    .meta({ openapi: { method: 'GET', path, summary: 'Count all', scopes: [] } })
    .output(z.object({ count: z.number() }))
    .query(async () => ({ count: 1 }));
}

const makeArrow = (path: string) =>
  shopProcedure
    .meta({ openapi: { method: 'DELETE', path, summary: 'Clear' } })
    .output(z.object({ count: z.number() }))
    .mutation(async () => ({ count: 1 }));

const cleared = makeArrow('/products');

export { cleared as clear };
export { restock } from './_impl.js';

const builder = shopProcedure.output(z.string());
const step = builder.meta({ openapi: { method: 'PUT', path: '/steps' } });

export const stepped = step.meta({ openapi: { summary: 'Made in steps' } }).mutation(() => 'stepped');
