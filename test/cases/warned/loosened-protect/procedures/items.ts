import { procedure } from 'procgen';
import * as z from 'zod';

const members = procedure
  .meta({ openapi: { enabled: true, method: 'GET', tags: ['items'], summary: 'S', protect: true } })
  .use(async ({ ctx, next }) => next({ ctx: { owner: ctx.user.id } }));

export const list = members
  .meta({ openapi: { path: '/items', protect: false } })
  .output(z.array(z.string()))
  .query(() => []);

export const find = members
  .meta({ openapi: { path: '/items/find' } })
  .output(z.array(z.string()))
  .query(() => []);

/** Loosened before the middleware. */
export const count = procedure
  .meta({ openapi: { enabled: true, method: 'GET', tags: ['items'], summary: 'S', protect: true } })
  .meta({ openapi: { path: '/items/count', protect: false } })
  .use(async ({ next }) => next({ ctx: { owner: null } }))
  .output(z.array(z.string()))
  .query(() => []);
