import * as z from 'zod';
import { procedure } from './_conduit.js';
import { Comment, NewComment } from './_schemas.js';

const OfArticle = z.object({ slug: z.string().meta({ description: 'The slug of the article.' }) });

/** The comments on an article, the newest first. */
export const list = procedure
  .meta({
    openapi: {
      enabled: true,
      method: 'GET',
      path: '/articles/{slug}/comments',
      tags: ['comments'],
      summary: 'Get the comments on an article',
      protect: false,
      errors: [401, 404, 422],
    },
  })
  .input(OfArticle)
  .output(z.object({ comments: z.array(Comment) }))
  .query(({ input, ctx }) => ({
    comments: ctx.conduit.comments.list(input.slug, ctx.user?.id ?? null),
  }));

/** Comments on an article. */
export const create = procedure
  .meta({
    openapi: {
      enabled: true,
      method: 'POST',
      path: '/articles/{slug}/comments',
      tags: ['comments'],
      summary: 'Comment on an article',
      protect: true,
      errors: [401, 404, 422],
    },
  })
  .input(OfArticle.extend({ comment: NewComment }))
  .output(z.object({ comment: Comment }))
  .mutation(({ input, ctx }) => ({
    comment: ctx.conduit.comments.create(input.slug, input.comment.body, ctx.user.id),
  }));

/** Deletes a comment of the caller's own. */
const remove = procedure
  .meta({
    openapi: {
      enabled: true,
      method: 'DELETE',
      path: '/articles/{slug}/comments/{id}',
      tags: ['comments'],
      summary: 'Delete a comment',
      protect: true,
      status: 204,
      errors: [401, 403, 404, 422],
    },
  })
  .input(OfArticle.extend({ id: z.int().meta({ description: 'The id of the comment.' }) }))
  .output(z.void())
  .mutation(({ input, ctx }) => ctx.conduit.comments.delete(input.slug, input.id, ctx.user.id));

export { remove as delete };
