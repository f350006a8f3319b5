import { actionRespons, type Context, ok as fine, procedure } from 'procgen';
import * as z from 'zod';

export const list = procedure
  .meta({
    openapi: { enabled: true, method: 'GET', path: '/items', tags: ['items'], summary: 'S', protect: false },
  })
  .output(actionRespons(z.string()))
  .query(() => null as never);

export const answer = (_ctx: Context) => fine();
