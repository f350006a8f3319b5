import * as z from 'zod';
import { shopProcedure } from './_builders.js';

/** Said where it is written. */
export const restock = shopProcedure
  .meta({ openapi: { method: 'POST', path: '/restock', summary: 'Restock' } })
  .input(z.object({ count: z.number() }))
  .output(z.object({ count: z.number() }))
  .mutation(({ input }) => input);
