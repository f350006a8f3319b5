import * as z from 'zod';
import { procedure } from './_conduit.js';
import { Profile } from './_schemas.js';

const Named = z.object({ username: z.string().meta({ description: 'Whose profile.' }) });
const Answer = z.object({ profile: Profile });

/** A user's profile. For a caller who is logged in it says whether they follow the user. */
export const get = procedure
  .meta({
    openapi: {
      enabled: true,
      method: 'GET',
      path: '/profiles/:username',
      tags: ['profiles'],
      summary: 'Get a profile',
      protect: false,
      errors: [401, 404, 422],
    },
  })
  .input(Named)
  .output(Answer)
  .query(({ input, ctx }) => ({
    profile: ctx.conduit.profiles.get(input.username, ctx.user?.id ?? null),
  }));

/** Follows a user: what they write is then in the caller's feed. */
export const follow = procedure
  .meta({
    openapi: {
      enabled: true,
      method: 'POST',
      path: '/profiles/:username/follow',
      tags: ['profiles'],
      summary: 'Follow a user',
      protect: true,
      errors: [401, 404, 422],
    },
  })
  .input(Named)
  .output(Answer)
  .mutation(({ input, ctx }) => ({ profile: ctx.conduit.profiles.follow(input.username, ctx.user.id) }));

/** Follows a user no longer. */
export const unfollow = procedure
  .meta({
    openapi: {
      enabled: true,
      method: 'DELETE',
      path: '/profiles/:username/follow',
      tags: ['profiles'],
      summary: 'Unfollow a user',
      protect: true,
      errors: [401, 404, 422],
    },
  })
  .input(Named)
  .output(Answer)
  .mutation(({ input, ctx }) => ({ profile: ctx.conduit.profiles.unfollow(input.username, ctx.user.id) }));
