import * as z from 'zod';
import { procedure } from './_conduit.js';
import { Article, ArticlePreview, NewArticle, pagination, UpdateArticle } from './_schemas.js';

const Slug = z.object({ slug: z.string().meta({ description: 'The slug of the article.' }) });
const OneArticle = z.object({ article: Article });
const ManyArticles = z.object({
  articles: z.array(ArticlePreview),
  articlesCount: z.int().meta({ description: 'How many match, on whatever page.' }),
});

const publicArticles = procedure.meta({ openapi: { enabled: true, tags: ['articles'], protect: false } });
const ownArticles = procedure.meta({ openapi: { enabled: true, tags: ['articles'], protect: true } });
const favorites = procedure.meta({
  openapi: {
    enabled: true,
    path: '/articles/:slug/favorite',
    tags: ['favorites'],
    protect: true,
    errors: [401, 404, 422],
  },
});

/** The articles of everybody, the newest first. */
export const list = publicArticles
  .meta({
    openapi: {
      method: 'GET',
      path: '/articles',
      summary: 'Get recent articles globally',
      errors: [401, 422],
    },
  })
  .input(
    z.object({
      tag: z.string().optional().meta({ description: 'Only articles with this tag.' }),
      author: z.string().optional().meta({ description: 'Only articles of this user (username).' }),
      favorited: z.string().optional().meta({ description: 'Only favorites of this user (username).' }),
      ...pagination,
    }),
  )
  .output(ManyArticles)
  .query(({ input, ctx }) => ctx.conduit.articles.list(input, ctx.user?.id ?? null));

/** The articles of the users that the caller follows, the newest first. */
export const feed = ownArticles
  .meta({
    openapi: {
      method: 'GET',
      path: '/articles/feed',
      summary: 'Get recent articles from users you follow',
      errors: [401, 422],
    },
  })
  .input(z.object(pagination))
  .output(ManyArticles)
  .query(({ input, ctx }) => ctx.conduit.articles.feed(input, ctx.user.id));

/** One article, with its body. */
export const get = publicArticles
  .meta({
    openapi: { method: 'GET', path: '/articles/:slug', summary: 'Get an article', errors: [404, 422] },
  })
  .input(Slug)
  .output(OneArticle)
  .query(({ input, ctx }) => ({ article: ctx.conduit.articles.get(input.slug, ctx.user?.id ?? null) }));

/** Publishes an article of the caller's. */
export const create = ownArticles
  .meta({
    openapi: {
      method: 'POST',
      path: '/articles',
      summary: 'Create an article',
      status: 201,
      errors: [401, 422],
    },
  })
  .input(z.object({ article: NewArticle }))
  .output(OneArticle)
  .mutation(({ input, ctx }) => ({ article: ctx.conduit.articles.create(input.article, ctx.user.id) }));

/** Changes an article of the caller's. A new title gives a new slug. */
export const update = ownArticles
  .meta({
    openapi: {
      method: 'PUT',
      path: '/articles/:slug',
      summary: 'Update an article',
      errors: [401, 403, 404, 422],
    },
  })
  .input(Slug.extend({ article: UpdateArticle }))
  .output(OneArticle)
  .mutation(({ input, ctx }) => ({
    article: ctx.conduit.articles.update(input.slug, input.article, ctx.user.id),
  }));

/** Deletes an article of the caller's, with its comments. */
const remove = ownArticles
  .meta({
    openapi: {
      method: 'DELETE',
      path: '/articles/:slug',
      summary: 'Delete an article',
      status: 204,
      errors: [401, 403, 404, 422],
    },
  })
  .input(Slug)
  .output(z.void())
  .mutation(({ input, ctx }) => ctx.conduit.articles.delete(input.slug, ctx.user.id));

export { remove as delete };

/** Adds an article to the caller's favorites. */
export const favorite = favorites
  .meta({ openapi: { method: 'POST', summary: 'Favorite an article' } })
  .input(Slug)
  .output(OneArticle)
  .mutation(({ input, ctx }) => ({ article: ctx.conduit.articles.favorite(input.slug, ctx.user.id) }));

/** Takes an article out of the caller's favorites. */
export const unfavorite = favorites
  .meta({ openapi: { method: 'DELETE', summary: 'Unfavorite an article' } })
  .input(Slug)
  .output(OneArticle)
  .mutation(({ input, ctx }) => ({ article: ctx.conduit.articles.unfavorite(input.slug, ctx.user.id) }));
