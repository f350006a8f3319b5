import * as z from 'zod';
import { procedure } from './_conduit.js';

/** Every tag that an article has. */
export const list = procedure
  .meta({
    openapi: {
      enabled: true,
      method: 'GET',
      path: '/tags',
      tags: ['tags'],
      summary: 'Get tags',
      protect: false,
      errors: [422],
    },
  })
  .output(z.object({ tags: z.array(z.string()) }))
  .query(({ ctx }) => ({ tags: ctx.conduit.articles.listTags() }));
