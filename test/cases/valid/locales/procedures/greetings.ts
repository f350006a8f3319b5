import { actionResponse, ok, procedure } from 'procgen';
import * as z from 'zod';

/** Grüßt – „in jeder Sprache“, 日本語 too. */
export const greet = procedure
  .meta({
    openapi: {
      enabled: true,
      method: 'GET',
      path: '/greetings/:name',
      tags: ['greetings'],
      summary: 'Grüßen',
      protect: false,
    },
  })
  .input(z.object({ name: z.string() }))
  .output(actionResponse(z.string()))
  .query(({ input, ctx }) => ok(ctx.t('greet', { name: input.name }), ctx.locale));
