import { procedure } from 'procgen';
import * as z from 'zod';

type Condition = string | readonly Condition[] | { all: readonly Condition[]; any: readonly Condition[] };

const Condition: z.ZodType<Condition> = z.lazy(() =>
  z.union([
    z.string(),
    z.array(Condition),
    z.object({ all: z.array(Condition), any: z.array(Condition) }),
  ]),
);

const Folder = z.object({
  name: z.string(),
  get parent() {
    return Folder.optional();
  },
  get folders() {
    return z.array(Folder);
  },
});

export const find = procedure
  .meta({
    openapi: { enabled: true, method: 'GET', path: '/trees', tags: ['items'], summary: 'Find', protect: false },
  })
  .input(z.object({ any: z.json(), where: Condition, not: Condition, folder: Folder }))
  .output(z.string())
  .query(() => '');
