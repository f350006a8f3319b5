import { actionResponse, ok, procedure } from 'procgen';
import * as z from 'zod';

const Greeting = z.object({ text: z.string(), at: z.date() }).meta({ id: 'Greeting' });

/** Greets somebody. An example: take what you need of it, and its test. */
export const greet = procedure
  .meta({
    openapi: {
      enabled: true,
      method: 'GET',
      path: '/greetings/:name',
      tags: ['greetings'],
      summary: 'Greet somebody',
      protect: true,
    },
  })
  .input(z.object({ name: z.string().min(1).max(50), times: z.number().int().min(1).max(5).default(1) }))
  .output(actionResponse(Greeting))
  .query(({ input }) => ok({ text: `Hello${`, ${input.name}`.repeat(input.times)}!`, at: new Date() }));
