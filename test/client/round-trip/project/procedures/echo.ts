import { actionResponse, ok, procedure } from 'procgen';
import * as z from 'zod';
import { printValue } from '../print-value.js';

const echo = procedure.meta({ openapi: { enabled: true, protect: false, tags: ['echo'] }, rateLimit: false });

/** What stands in a path. */
const PathValue = z.object({
  text: z.string(),
  count: z.int(),
  ratio: z.number(),
  big: z.bigint(),
  when: z.date(),
  flag: z.boolean(),
  choice: z.enum(['a b', 'c/d', 'ü?']),
});

/** What stands in a query. */
const Filter = z.object({
  text: z.string().optional(),
  count: z.int().optional(),
  ratio: z.number().optional(),
  big: z.bigint().optional(),
  when: z.date().optional(),
  flag: z.boolean().optional(),
  limit: z.number().nullable().optional(),
  'odd key %': z.string().optional(),
  texts: z.array(z.string()).optional(),
  counts: z.array(z.int()).optional(),
  bigs: z.array(z.bigint()).optional(),
  dates: z.array(z.date()).optional(),
  set: z.set(z.string()).optional(),
  record: z.record(z.string(), z.string()).optional(),
  range: z
    .object({
      from: z.date().optional(),
      steps: z.array(z.int()).optional(),
      inner: z.object({ text: z.string().optional(), flags: z.array(z.boolean()).optional() }).optional(),
    })
    .optional(),
});

/** What only a body can carry. */
const Tree = z.object({
  value: z.union([z.string(), z.number(), z.boolean(), z.null()]),
  get children() {
    return z.array(Tree);
  },
});
const Document = Filter.extend({
  name: z.string(),
  nothing: z.null().optional(),
  any: z.json().optional(),
  tuple: z.tuple([z.date(), z.bigint(), z.string().nullable()]).optional(),
  lists: z.array(z.array(z.date())).optional(),
  tree: Tree.optional(),
  amounts: z.record(z.string(), z.bigint()).optional(),
  kind: z
    .discriminatedUnion('is', [
      z.object({ is: z.literal('at'), at: z.date() }),
      z.object({ is: z.literal('many'), many: z.set(z.bigint()) }),
    ])
    .optional(),
});

/** What the handler saw, and the same as the answer carries it. */
const echoOf = <Schema extends z.ZodType>(back: Schema) =>
  actionResponse(z.object({ seen: z.string(), back }));

export const place = echo
  .meta({
    openapi: {
      method: 'GET',
      path: '/place/:text/:count/{ratio}/:big/:when/:flag/:choice',
      summary: 'Echo a path',
    },
  })
  .input(PathValue)
  .output(echoOf(PathValue))
  .query(({ input }) => ok({ seen: printValue(input), back: input }));

export const filter = echo
  .meta({ openapi: { method: 'GET', path: '/filter', summary: 'Echo a query' } })
  .input(Filter)
  .output(echoOf(Filter))
  .query(({ input }) => ok({ seen: printValue(input), back: input }));

export const send = echo
  .meta({ openapi: { method: 'POST', path: '/document/:name', summary: 'Echo a body' } })
  .input(Document)
  .output(echoOf(Document))
  .mutation(({ input }) => ok({ seen: printValue(input), back: input }));
