// Inputs that are costly to refuse if nothing bounds it; what is served when `npm run fuzz` sends hostile bodies.
import { procedure } from 'procgen';
import * as z from 'zod';

const base = procedure.meta({
  openapi: { enabled: true, tags: ['hostile'], protect: false },
  rateLimit: false,
});
const Done = z.object({ done: z.boolean() });
const done = () => ({ done: true });

const Item = z.object({
  id: z.string().min(1),
  size: z.number(),
  tags: z.array(z.string()).max(3).optional(),
});
export const items = base
  .meta({ openapi: { method: 'POST', path: '/items', summary: 'A list of objects' } })
  .input(z.object({ value: z.array(Item) }))
  .output(Done)
  .mutation(done);

const Strict = z.strictObject({ name: z.string(), inner: z.strictObject({ a: z.number() }).optional() });
export const strict = base
  .meta({ openapi: { method: 'POST', path: '/strict', summary: 'Strict objects' } })
  .input(z.strictObject({ value: Strict, list: z.array(Strict).optional() }))
  .output(Done)
  .mutation(done);

const countries = Array.from({ length: 249 }, (_, index) => `country-${index}`);
export const choice = base
  .meta({ openapi: { method: 'POST', path: '/choice', summary: 'One of many values' } })
  .input(z.object({ value: z.enum(countries), list: z.array(z.enum(countries)).optional() }))
  .output(Done)
  .mutation(done);

const branches = Array.from({ length: 40 }, (_, index) =>
  z.object({ [`key${index}`]: z.string(), both: z.array(z.number()) }),
);
export const union = base
  .meta({ openapi: { method: 'POST', path: '/union', summary: 'A union of many objects' } })
  .input(z.object({ value: z.array(z.union(branches)) }))
  .output(Done)
  .mutation(done);

const Shape = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('circle'), radius: z.number() }),
  z.object({ kind: z.literal('square'), side: z.number() }),
]);
export const shapes = base
  .meta({ openapi: { method: 'POST', path: '/shapes', summary: 'A discriminated union' } })
  .input(z.object({ value: z.array(Shape) }))
  .output(Done)
  .mutation(done);

const deep = Array.from({ length: 6 }).reduce<z.ZodType>(
  (inner) => z.union([z.object({ a: inner }), z.object({ b: inner }), z.string()]),
  z.number(),
);
export const deepUnion = base
  .meta({ openapi: { method: 'POST', path: '/deep-union', summary: 'Unions in unions' } })
  .input(z.object({ value: deep, list: z.array(deep).optional() }))
  .output(Done)
  .mutation(done);

export const record = base
  .meta({ openapi: { method: 'POST', path: '/record', summary: 'A record' } })
  .input(z.object({ value: z.record(z.string().max(20), z.number()) }))
  .output(Done)
  .mutation(done);

const Open = z.looseObject({ name: z.string() }).and(z.looseObject({ size: z.number() }));
export const open = base
  .meta({ openapi: { method: 'POST', path: '/open', summary: 'An intersection of open objects' } })
  .input(Open)
  .output(Done)
  .mutation(done);

const Keyed = z
  .record(z.string().startsWith('a'), z.number())
  .and(z.record(z.string().endsWith('z'), z.any()));
export const keyed = base
  .meta({ openapi: { method: 'POST', path: '/keyed', summary: 'An intersection of records' } })
  .input(z.object({ value: Keyed }))
  .output(Done)
  .mutation(done);

const LookedUp = z.string().refine(async (text) => text.startsWith('id-'));
export const lookedUp = base
  .meta({ openapi: { method: 'POST', path: '/looked-up', summary: 'A list that is checked asynchronously' } })
  .input(z.object({ value: z.array(z.object({ id: LookedUp })) }))
  .output(Done)
  .mutation(done);

export const set = base
  .meta({ openapi: { method: 'POST', path: '/set', summary: 'A set' } })
  .input(z.object({ value: z.set(z.number()) }))
  .output(Done)
  .mutation(done);

export const tuple = base
  .meta({ openapi: { method: 'POST', path: '/tuple', summary: 'A tuple with a rest' } })
  .input(z.object({ value: z.tuple([z.string(), z.number()], z.boolean()) }))
  .output(Done)
  .mutation(done);

export const dates = base
  .meta({ openapi: { method: 'POST', path: '/dates', summary: 'Dates and other formats' } })
  .input(
    z.object({ value: z.array(z.date()), text: z.email().optional(), time: z.iso.datetime().optional() }),
  )
  .output(Done)
  .mutation(done);
