import { actionResponse, createProcedure, ok, ProcedureError, procedure } from 'procgen';
import * as z from 'zod';
import { holds, type Same } from './same-type.js';

const greet = createProcedure<{ readonly greeting: string }>()
  .input(z.object({ name: z.string(), times: z.number().default(1), at: z.date().optional() }))
  .output(actionResponse(z.object({ text: z.string(), seen: z.boolean().default(true) })))
  .query(({ input, ctx }) => ok({ text: ctx.greeting + input.name }));

/** `call` takes the input as it is sent and gives the output as it is checked. */
export async function calls(): Promise<string> {
  const answer = await greet.call({ input: { name: 'Ada' }, ctx: { greeting: 'Hello ' } });
  holds<Same<typeof answer.payload, { text: string; seen: boolean }>>();
  holds<Same<typeof answer.success, true>>();
  await greet.call({ input: { name: 'Ada', times: 2, at: new Date() }, ctx: { user: { id: '1' } } });
  // @ts-expect-error the input is missing
  await greet.call({});
  // @ts-expect-error a name is a string
  await greet.call({ input: { name: 7 } });
  // @ts-expect-error there is no such context
  await greet.call({ input: { name: 'Ada' }, ctx: { greetings: 'Hello ' } });
  return answer.message ?? answer.payload.text;
}

/** What takes nothing is called without an input. */
export async function callsWithout(): Promise<Date> {
  const now = procedure.output(z.date()).query(() => new Date());
  // @ts-expect-error it takes nothing
  await now.call({ input: { id: '1' } });
  return now.call({});
}

export const refusal = new ProcedureError('NOT_FOUND', 'No such item.', {
  errors: [{ path: ['id'], message: 'Unknown.' }],
});
holds<Same<typeof refusal.status, number>>();
// @ts-expect-error there is no such code
new ProcedureError('MISSING', 'No such item.');
