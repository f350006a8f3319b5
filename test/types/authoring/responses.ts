import { type Context, createProcedure, type Middleware, procedure } from 'procgen';
import * as z from 'zod';
import { holds, type Same } from './same-type.js';

const Paging = z.object({
  'X-Total-Count': z.number(),
  'X-Cache': z.enum(['hit', 'miss']).optional(),
  'X-Exact': z.boolean(),
  'X-At': z.date(),
  'X-Parts': z.array(z.number()),
});

/** A declared status is the only one, declared headers take what their schemas say, or its text, by either name. */
export const listed = procedure
  .meta({ openapi: { status: 201, headers: Paging } })
  .query(({ ctx: { response } }) => {
    holds<Same<typeof response.status, 201 | undefined>>();
    response.status = 201;
    // @ts-expect-error another one is declared
    response.status = 202;
    response.headers['X-Total-Count'] = 1;
    response.headers['x-total-count'] = '1';
    // @ts-expect-error it is a number
    response.headers['x-total-count'] = 'many';
    response.headers['x-cache'] = 'hit';
    // @ts-expect-error there is no such value
    response.headers['X-Cache'] = 'hot';
    response.headers['x-exact'] = true;
    response.headers['x-at'] = new Date().toISOString();
    // @ts-expect-error a header is a text
    response.headers['x-at'] = new Date();
    response.headers['x-parts'] = [1, '2'];
    response.headers['Set-Cookie'] = ['a=1', 'b=2'];
    // @ts-expect-error no header holds an object
    response.headers['x-other'] = {};
  });

/** What later metadata does not say stays, what it says again is replaced. */
const shared = procedure.meta({ openapi: { status: 201, headers: Paging, protect: true } });
export const still = shared.meta({ openapi: { path: '/still' } }).query(({ ctx }) => {
  holds<Same<typeof ctx.response.status, 201 | undefined>>();
  ctx.response.headers['x-exact'] = ctx.user.id === 'ada';
});
export const again = shared.meta({ openapi: { status: 202 } }).query(({ ctx }) => {
  holds<Same<typeof ctx.response.status, 202 | undefined>>();
  // @ts-expect-error the headers are still declared
  ctx.response.headers['x-exact'] = 7;
});

/** Middleware for any context fits, and sees what is declared where it stands in the chain. */
const stamp: Middleware<unknown, Context, { readonly at: Date }> = ({ ctx, next }) => {
  ctx.response.headers['x-stamp'] = '1';
  return next({ ctx: { at: new Date() } });
};
export const stamped = createProcedure<{ readonly db: string }>()
  .meta({ openapi: { status: 204 } })
  .use(stamp)
  .use(({ ctx, next }) => {
    ctx.response.status = 204;
    return next();
  })
  .output(z.void())
  .mutation(({ ctx }) => {
    // @ts-expect-error another one is declared
    ctx.response.status = 200;
    holds<Same<typeof ctx.at, Date>>();
    holds<Same<typeof ctx.db, string>>();
  });

/** Without a declaration a handler may choose. */
export const free = procedure.meta({ openapi: { enabled: true } }).query(({ ctx }) => {
  holds<Same<typeof ctx.response.status, number | undefined>>();
  ctx.response.headers['x-total'] = 1;
});

export async function called(): Promise<void> {
  await listed.call({ ctx: { response: { status: undefined, headers: {} } } });
}
