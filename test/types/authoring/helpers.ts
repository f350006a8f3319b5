import { createProcedure, defineConfig, type Next, procedure } from 'procgen';
import * as z from 'zod';

/** What a project shares: TypeScript infers the types of these exports, and has to name them under `declaration: true`. */
export const base = createProcedure<{ readonly tenant: string }>().meta({
  openapi: { enabled: true, protect: true, status: 201, headers: z.object({ 'X-Total': z.number() }) },
  rateLimit: 'MUTATION',
});

export const timed = async ({ next }: { readonly next: Next }) => next({ ctx: { startedAt: Date.now() } });

export const page = <Item extends z.ZodType>(item: Item) =>
  base
    .use(timed)
    .input(z.object({ page: z.number() }))
    .output(z.object({ items: z.array(item) }));

export const taking = <Input extends z.ZodType>(input: Input) =>
  procedure.input(input).input(z.object({ id: z.string() }));

export const { definition } = procedure.query(() => 1);

export const config = defineConfig({ idempotency: { scope: async ({ user }) => user?.id ?? '' } });
