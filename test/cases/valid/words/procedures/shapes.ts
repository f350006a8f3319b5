import { randomUUID } from 'node:crypto';
import { actionResponse, ok, procedure } from 'procgen';
import * as z from 'zod';

const shapes = procedure.meta({
  openapi: { enabled: true, tags: ['shapes'], protect: false },
  rateLimit: false,
});

const even = z.int().refine((value) => value % 2 === 0, 'Has to be even');

const Stay = z
  .object({
    from: z.date().min(new Date('2026-01-01')),
    to: z.date().max(new Date('2026-12-31T23:59:59.999Z')).optional(),
    born: z.date().max(new Date(), 'Not yet born?').describe('A bound of the moment is no bound of the API.'),
    beds: even.min(2).describe('How many beds.'),
    price: z.bigint().min(0n).max(10n ** 18n),
    guests: z.set(z.string()).min(1).max(4).default(new Set(['Ada'])),
    room: even.nullable(),
  })
  .refine(({ from, to }) => !to || from < to, { error: 'It has to end after it begins.', path: ['to'] })
  .meta({ id: 'Stay', description: 'A stay at the inn.' });

/**
 * Books a stay, as {@link find} finds it; see {@link https://inn.example the inn} and {@link Stay}.
 */
export const book = shapes
  .meta({ openapi: { method: 'POST', path: '/stays', summary: 'Book a stay' } })
  .input(Stay)
  .output(actionResponse(Stay.describe('What was booked.')))
  .mutation(({ input }) => ok(input));

export const find = shapes
  .meta({
    openapi: {
      method: 'GET',
      path: '/stays',
      summary: '@deprecated is a word of the summary, {@link find} too',
      description: 'Turned around: \u202Egnirtsni\u202C.\n@see nobody\n  @internal',
    },
  })
  .input(
    z
      .object({
        after: z.date().default(() => new Date()),
        id: z.string().default(() => randomUUID()),
        page: z.int().default(() => 1),
        phone: z.string().regex(/^\+\d{1,3} [\d ]+$/m).optional(),
        even: even.prefault(2),
        large: z.number().max(Number.POSITIVE_INFINITY).optional(),
      })
      .superRefine(() => {}),
  )
  .output(z.array(Stay))
  .query(() => []);
