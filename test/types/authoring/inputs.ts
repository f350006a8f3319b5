import { procedure } from 'procgen';
import * as z from 'zod';
import { holds, type Same } from './same-type.js';

/** A handler sees its input as it is parsed, a caller writes it as it is sent. */
export const list = procedure
  .input(
    z.object({
      limit: z.number().default(20),
      since: z.date().optional(),
      code: z.string().transform(Number),
    }),
  )
  .output(z.array(z.string()))
  .query(({ input }) => {
    holds<Same<typeof input.limit, number>>();
    holds<Same<typeof input.since, Date | undefined>>();
    holds<Same<typeof input.code, number>>();
    // @ts-expect-error there is no such key
    input.offset;
    return [];
  });

/** Without `.input()` there is none. */
export const check = procedure.output(z.string()).query(({ input }) => {
  holds<Same<typeof input, undefined>>();
  return '';
});

/** Two inputs are both there. */
export const both = procedure
  .input(z.object({ id: z.string() }))
  .input(z.object({ page: z.number() }))
  .output(z.string())
  .query(({ input }) => `${input.id satisfies string}${input.page satisfies number}`);

/** A union is told apart by what it holds. */
export const either = procedure
  .input(
    z.discriminatedUnion('by', [
      z.object({ by: z.literal('id'), id: z.number() }),
      z.object({ by: z.literal('name') }),
    ]),
  )
  .output(z.number())
  .query(({ input }) => {
    // @ts-expect-error only one of the members has it
    input.id;
    return input.by === 'id' ? input.id : 0;
  });

// @ts-expect-error an input is a schema
procedure.input({ id: 'string' });
// @ts-expect-error so is an output
procedure.output('string');
