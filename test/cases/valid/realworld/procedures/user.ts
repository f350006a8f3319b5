import * as z from 'zod';
import { presentAccount } from '../app/accounts.js';
import { procedure } from './_conduit.js';
import { UpdateUser, User } from './_schemas.js';

const own = procedure.meta({
  openapi: { enabled: true, path: '/user', tags: ['users'], protect: true, errors: [401, 422] },
});

/** The caller. */
export const get = own
  .meta({ openapi: { method: 'GET', summary: 'Get the current user' } })
  .output(z.object({ user: User }))
  .query(({ ctx }) => ({
    user: presentAccount(ctx.conduit.accounts.get(ctx.user.id), ctx.user.token),
  }));

/** Changes the caller. A new password makes every other token of the caller worthless. */
export const update = own
  .meta({ openapi: { method: 'PUT', summary: 'Update the current user' } })
  .input(z.object({ user: UpdateUser }))
  .output(z.object({ user: User }))
  .mutation(async ({ input, ctx }) => {
    const { id, token } = ctx.user;
    const account = await ctx.conduit.accounts.update(id, input.user);
    if (input.user.password !== undefined) ctx.conduit.tokens.revokeOthers(id, token);
    return { user: presentAccount(account, token) };
  });
