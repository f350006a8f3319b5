import { procedure } from 'procgen';
import * as z from 'zod';

const shapes = procedure.meta({
  openapi: { enabled: true, method: 'POST', tags: ['shapes'], protect: false },
  rateLimit: false,
});

/** Two ids of nothing but letters that no component's name may hold. */
const Data = z.object({ data: z.string() }).meta({ id: 'データ' });
const News = z.object({ news: z.date() }).meta({ id: '情報' });

/** Three ids that would be spelled alike; the one that needs no spelling keeps itself. */
const Spaced = z.object({ spaced: z.string() }).meta({ id: 'a b' });
const Slashed = z.object({ slashed: z.string() }).meta({ id: 'a/b' });
const Plain = z.object({ plain: z.string() }).meta({ id: 'a_b' });

const Accented = z.object({ price: z.number() }).meta({ id: 'Größe' });
const Generic = z.object({ items: z.array(Data) }).meta({ id: 'Page<Item>' });

export const list = shapes
  .meta({ openapi: { path: '/list', summary: 'Ids that have to be spelled otherwise' } })
  .input(z.object({ news: News, spaced: Spaced, slashed: Slashed, plain: Plain }))
  .output(z.object({ data: Data, news: News, price: Accented, page: Generic }))
  .query(() => ({
    data: { data: '' },
    news: { news: new Date(0) },
    price: { price: 1 },
    page: { items: [] },
  }));

/** Contains itself and has no id: it would be called after its procedure. */
const Tree = z.object({
  name: z.string(),
  get children() {
    return z.array(Tree);
  },
});
const Twig = z.object({
  leaf: z.boolean(),
  get next() {
    return Twig.optional();
  },
});

export const grow = shapes
  .meta({ openapi: { path: '/grow', summary: 'Names that were invented' } })
  .input(z.object({ tree: Tree, twig: Twig }))
  .output(z.string())
  .query(() => '');

/** Comes later, and has the name all the same. */
export const plant = shapes
  .meta({ openapi: { path: '/plant', summary: 'The name that an invented one would have' } })
  .input(z.object({ seed: z.object({ kind: z.string() }).meta({ id: 'ShapesGrowNode' }) }))
  .output(z.string())
  .query(() => '');
