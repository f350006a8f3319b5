import { type Context, ok, actionResponse } from 'procgen';
import * as z from 'zod';
import { items } from './_shared.js';

const Id = z.object({ id: z.string() });

export const create = items
  .meta({ openapi: { method: 'POST', path: '/items', summary: 'Create an item' } })
  .input(Id)
  .output(actionResponse(Id))
  .mutation(async ({ input, ctx }) => {
    const { t: translate } = ctx;
    const say = () => translate(`items.said`, { id: input.id });
    return ok(input, input.id ? ctx.t('items.craeted', { id: input.id }) : say());
  });

async function removeItem({ input, ctx: context }: { input: z.infer<typeof Id>; ctx: Context }) {
  return ok(input, context.t(input.id ? 'items.removed' : "items.'gone'"));
}

export const remove = items
  .meta({ openapi: { method: 'DELETE', path: '/items/:id', summary: 'Remove an item' } })
  .input(Id)
  .output(actionResponse(Id))
  .mutation(removeItem);

/** What is known, what is put together, and what is no translator of procgen's. */
export const list = items
  .meta({ openapi: { method: 'GET', path: '/items', summary: 'List items' } })
  .input(z.object({ key: z.string() }))
  .output(z.array(z.string()))
  .query((options) => {
    const own = ['a', 'b'].map((t) => t.concat(options.ctx.locale));
    const shadowed = ((ctx: { t: (key: string) => string }) => ctx.t('of something else'))({ t: String });
    return [
      ...own,
      shadowed,
      options.ctx.t('items.created'),
      options.ctx.t('procgen.status.404'),
      options.ctx.t('procgen.status.999'),
      options.ctx.t(`items.${options.input.key}`),
      options.ctx.t(options.input.key),
    ];
  });
