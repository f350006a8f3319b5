import { actionResponse, ok, procedure } from 'procgen';
import * as z from 'zod';

const Line = z.object({ product: z.string(), count: z.number().int(), gift: z.boolean() });
const Country = z.enum(Array.from({ length: 249 }, (_, index) => `country-${index}`));

export const quick = procedure
  .meta({
    openapi: {
      enabled: true,
      method: 'GET',
      path: '/quick',
      tags: ['soak'],
      summary: 'Quick',
      protect: false,
    },
  })
  .output(actionResponse(z.object({ now: z.number() })))
  .query(() => ok({ now: Date.now() }));

export const large = procedure
  .meta({
    openapi: {
      enabled: true,
      method: 'GET',
      path: '/large',
      tags: ['soak'],
      summary: 'Large',
      protect: false,
    },
  })
  .output(actionResponse(z.string()))
  .query(() => ok('x'.repeat(262_144)));

export const order = procedure
  .meta({
    openapi: {
      enabled: true,
      method: 'POST',
      path: '/order',
      tags: ['soak'],
      summary: 'Order',
      protect: false,
    },
  })
  .input(z.object({ lines: z.array(Line) }))
  .output(actionResponse(z.number()))
  .mutation(({ input }) => ok(input.lines.length));

export const visit = procedure
  .meta({
    openapi: {
      enabled: true,
      method: 'POST',
      path: '/visit',
      tags: ['soak'],
      summary: 'Visit',
      protect: false,
    },
  })
  .input(z.strictObject({ countries: z.array(Country).optional(), days: z.array(z.date()).optional() }))
  .output(actionResponse(z.null()))
  .mutation(() => ok(null));

export const shape = procedure
  .meta({
    openapi: {
      enabled: true,
      method: 'POST',
      path: '/shape',
      tags: ['soak'],
      summary: 'Shape',
      protect: false,
    },
  })
  .input(
    z.object({
      shapes: z.array(
        z.union([z.object({ radius: z.number() }), z.object({ side: z.number() }), z.string().max(3)]),
      ),
    }),
  )
  .output(actionResponse(z.null()))
  .mutation(() => ok(null));
