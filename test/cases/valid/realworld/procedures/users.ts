import * as z from 'zod';
import { presentAccount } from '../app/accounts.js';
import { procedure } from './_conduit.js';
import { LoginUser, NewUser, User } from './_schemas.js';

/** Gives a token for an email and its password. */
export const login = procedure
  .meta({
    openapi: {
      enabled: true,
      method: 'POST',
      path: '/users/login',
      tags: ['users'],
      summary: 'Log in',
      protect: false,
      errors: { 401: 'The email or the password is wrong.', 422: 'A field is blank.' },
    },
  })
  .input(z.object({ user: LoginUser }))
  .output(z.object({ user: User }))
  .mutation(async ({ input, ctx }) => {
    const account = await ctx.conduit.accounts.login(input.user.email, input.user.password);
    return { user: presentAccount(account, ctx.conduit.tokens.issue(account.id)) };
  });

/** Registers a user, who is logged in with the token of the answer. */
export const register = procedure
  .meta({
    openapi: {
      enabled: true,
      method: 'POST',
      path: '/users',
      tags: ['users'],
      summary: 'Register a user',
      protect: false,
      status: 201,
      errors: { 422: 'A field is blank or malformed, or the email or username is taken.' },
    },
  })
  .input(z.object({ user: NewUser }))
  .output(z.object({ user: User }))
  .mutation(async ({ input, ctx }) => {
    const account = await ctx.conduit.accounts.register(input.user);
    return { user: presentAccount(account, ctx.conduit.tokens.issue(account.id)) };
  });
