import { procedure } from 'procgen';
import * as z from 'zod';

const shapes = procedure.meta({ openapi: { enabled: true, tags: ['shapes'], protect: false } });

const Circle = z.object({ kind: z.literal('circle'), radius: z.number() }).meta({ id: 'Circle' });
const Square = z.object({ kind: z.enum(['square', 'box']), side: z.number() }).meta({ id: 'Square' });
const Shape = z.discriminatedUnion('kind', [Circle, Square]).meta({ id: 'Shape' });

export const list = shapes
  .meta({ openapi: { method: 'GET', path: '/shapes', summary: 'List shapes' } })
  .output(z.array(Shape))
  .query(() => []);

export const create = shapes
  .meta({ openapi: { method: 'POST', path: '/shapes', summary: 'Create a shape' } })
  .input(Shape)
  .output(Shape)
  .mutation(({ input }) => input);

/** A discriminated union whose members have no names carries no discriminator. */
export const measure = shapes
  .meta({ openapi: { method: 'POST', path: '/shapes/measure', summary: 'Measure a shape' } })
  .input(
    z.discriminatedUnion('unit', [
      z.object({ unit: z.literal('cm'), length: z.number() }),
      z.object({ unit: z.literal('inch'), length: z.string(), note: z.string().optional() }),
    ]),
  )
  .output(z.union([z.number(), z.string(), z.null()]))
  .mutation(() => null);

/** In a query the branches' parameters are merged; one is required when every branch requires it. */
export const find = shapes
  .meta({ openapi: { method: 'GET', path: '/shapes/find', summary: 'Find shapes' } })
  .input(
    z.union([
      z.object({ by: z.literal('id'), id: z.number().int() }),
      z.object({ by: z.literal('name'), name: z.string(), exact: z.boolean().optional() }),
    ]),
  )
  .output(z.array(Shape))
  .query(() => []);

/** An intersection, with a path parameter and parts of both. */
export const update = shapes
  .meta({ openapi: { method: 'PATCH', path: '/shapes/{id}', summary: 'Update a shape' } })
  .input(z.object({ id: z.number().int() }))
  .input(z.object({ label: z.string().nullable(), tags: z.set(z.string()).optional() }))
  .output(z.object({ id: z.number() }).and(z.object({ label: z.string().nullable() })))
  .mutation(({ input }) => ({ id: input.id, label: input.label }));

/** A union with the path parameter in each branch. */
export const replace = shapes
  .meta({ openapi: { method: 'PUT', path: '/shapes/:id', summary: 'Replace a shape' } })
  .input(
    z.union([
      z.object({ id: z.number(), circle: Circle }),
      z.object({ id: z.number(), square: Square, since: z.date() }),
    ]),
  )
  .output(z.void())
  .mutation(() => undefined);

/** Everything that a query can carry. */
export const everything = shapes
  .meta({ openapi: { method: 'GET', path: '/everything', summary: 'Carry everything' } })
  .input(
    z.object({
      text: z.string().min(1).max(20),
      count: z.int().positive(),
      ratio: z.number().multipleOf(0.5),
      big: z.bigint(),
      flag: z.boolean(),
      day: z.date(),
      one: z.enum(['a', 'b']),
      many: z.array(z.number()).min(1),
      either: z.union([z.number(), z.string()]),
      maybe: z.string().optional(),
      nothing: z.string().nullable().optional(),
      nested: z.object({ from: z.date(), deeper: z.object({ to: z.number().optional() }) }).optional(),
      map: z.record(z.string(), z.number()).optional(),
      pair: z.tuple([z.string(), z.number()]).optional(),
      preset: z.string().default('preset'),
    }),
  )
  .output(z.object({ map: z.partialRecord(z.enum(['x', 'y']), z.number()), pair: z.tuple([z.string()]).rest(z.number()) }))
  .query(() => ({ map: {}, pair: ['a'] }));
