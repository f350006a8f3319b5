import { actionResponse, ok, procedure } from 'procgen';
import * as z from 'zod';

const Note = z.object({ id: z.int(), text: z.string() }).meta({ id: 'Note' });

/** The newest first. */
export const list = procedure
  .meta({
    openapi: {
      enabled: true,
      method: 'GET',
      path: '/notes',
      tags: ['notes'],
      summary: 'List notes',
      protect: false,
    },
    rateLimit: false,
  })
  .input(z.object({ contains: z.string().optional().meta({ description: 'Of this | that text.' }) }))
  .output(z.array(Note))
  .query(() => []);

export const replace = procedure
  .meta({
    openapi: {
      enabled: true,
      method: 'PUT',
      path: '/notes/:id',
      tags: ['notes'],
      summary: 'Replace a note',
      protect: true,
      scopes: ['notes'],
      errors: [404],
      deprecated: true,
    },
  })
  .input(z.object({ id: z.int(), text: z.string().min(1) }))
  .output(actionResponse(Note))
  .mutation(({ input }) => ok(input));
