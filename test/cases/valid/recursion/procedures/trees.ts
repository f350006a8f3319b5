import { actionResponse, ok, procedure } from 'procgen';
import * as z from 'zod';

const trees = procedure.meta({ openapi: { enabled: true, tags: ['trees'], protect: false } });

/** Contains itself through a getter, without an id. */
const Category = z.object({
  name: z.string(),
  get children() {
    return z.array(Category);
  },
});

export const list = trees
  .meta({ openapi: { method: 'GET', path: '/categories', summary: 'List categories' } })
  .output(actionResponse(z.array(Category)))
  .query(() => ok([]));

export const replace = trees
  .meta({ openapi: { method: 'PUT', path: '/categories', summary: 'Replace the categories' } })
  .input(z.object({ root: Category }))
  .output(actionResponse(Category))
  .mutation(({ input }) => ok(input.root));

interface CommentShape {
  text: string;
  writtenAt: Date;
  replies: CommentShape[];
}

/** Contains itself through `z.lazy`, with an id, and holds what JSON cannot carry. */
const Comment: z.ZodType<CommentShape, CommentShape> = z
  .object({ text: z.string(), writtenAt: z.date(), replies: z.array(z.lazy(() => Comment)) })
  .meta({ id: 'Comment', description: 'A comment and what was said to it.' });

export const comment = trees
  .meta({ openapi: { method: 'POST', path: '/comments', summary: 'Write comments' } })
  .input(z.object({ comments: z.array(Comment) }))
  .output(Comment)
  .mutation(({ input }) => input.comments[0] as CommentShape);

/** Two schemas that contain each other, one of them without an id. */
const Person = z.object({
  name: z.string(),
  get employer() {
    return Company.nullable();
  },
});
const Company = z
  .object({
    name: z.string(),
    get staff() {
      return z.array(Person);
    },
  })
  .meta({ id: 'Company' });

export const people = trees
  .meta({ openapi: { method: 'GET', path: '/people', summary: 'List people' } })
  .output(z.array(Person))
  .query(() => []);

/** Two recursive schemas without ids in one output. */
const Left = z.object({
  get left() {
    return Left.optional();
  },
});
const Right = z.object({
  get right() {
    return Right.optional();
  },
});

export const pair = trees
  .meta({ openapi: { method: 'GET', path: '/pair', summary: 'Get a pair' } })
  .output(z.object({ left: Left, right: Right }))
  .query(() => ({ left: {}, right: {} }));

/** A filter that contains itself, in a query. */
const Filter = z.object({
  equals: z.string().optional(),
  get not() {
    return Filter.optional();
  },
});

export const search = trees
  .meta({ openapi: { method: 'GET', path: '/search', summary: 'Search' } })
  .input(z.object({ filter: Filter.optional() }))
  .output(z.array(z.string()))
  .query(() => []);
