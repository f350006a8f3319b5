import { actionResponse, ok, procedure } from 'procgen';
import * as z from 'zod';

const Item = z.object({ id: z.string(), name: z.string().default('new'), createdAt: z.date() });

/** A handler returns the input side of the output: what has a default may be missing. */
export const plain = procedure.output(Item).query(() => ({ id: '1', createdAt: new Date() }));
export const later = procedure.output(Item).query(async () => ({ id: '1', createdAt: new Date() }));

// @ts-expect-error `createdAt` is missing
procedure.output(Item).query(() => ({ id: '1' }));
// @ts-expect-error an id is a string
procedure.output(Item).query(async () => ({ id: 1, createdAt: new Date() }));
// @ts-expect-error there is no item
procedure.output(Item).mutation(() => undefined);

/** An envelope is what `ok` makes of a payload. */
export const wrapped = procedure
  .output(actionResponse(z.array(Item)))
  .query(() => ok([{ id: '1', createdAt: new Date() }]));
export const told = procedure.output(actionResponse(z.string())).mutation(() => ok('done', 'Done.'));
export const bare = procedure.output(actionResponse()).mutation(() => ok());
export const maybeTold = procedure
  .output(actionResponse(z.number()))
  .mutation(({ ctx }) => ok(1, ctx.locale === 'en' ? 'Done.' : undefined));

// @ts-expect-error the payload is not wrapped
procedure.output(actionResponse(z.string())).query(() => 'text');
// @ts-expect-error the payload is another
procedure.output(actionResponse(z.string())).query(() => ok(7));
// @ts-expect-error the payload is missing
procedure.output(actionResponse(z.string())).query(() => ok());
// @ts-expect-error a failure is thrown, not returned
procedure.output(actionResponse(z.string())).query(() => ({ success: false, message: 'no' }));

/** Nothing is returned where there is no body. */
export const empty = procedure.output(z.void()).mutation(() => {});
// @ts-expect-error there is no body
procedure.output(z.void()).mutation(() => 'text');
