import { procedure } from 'procgen';
import * as z from 'zod';

const list = procedure
  .meta({ openapi: { enabled: true, method: 'GET', path: '/items', tags: ['items'], summary: 'S', protect: false } })
  .output(z.array(z.string()))
  .query(() => []);

const open = procedure.meta({ openapi: { enabled: true, method: 'GET', protect: false, tags: ['items'] } });

/** Metadata that is not written here may be of any kind. */
const metadata = { openapi: { path: '/items/first', summary: 'S' } };
const find = open
  .meta(metadata)
  .output(z.string())
  .query(() => '');

const router = {
  count: procedure
    .meta({ openapi: { enabled: true, method: 'GET', path: '/items/count', tags: ['items'], summary: 'S', protect: false } })
    .output(z.array(z.string()))
    .query(() => []),
};

/** Refers to itself, and nothing else does. */
const recent = procedure
  .meta({ openapi: { enabled: true, method: 'GET', path: '/items/recent', tags: ['items'], summary: 'S', protect: false } })
  .output(z.array(z.string()))
  .query(() => describe(recent));

function describe(value: unknown): string[] {
  return [String(value)];
}

export type Router = typeof router;
export type { list };

/** Without a route: for other handlers. */
const helper = procedure.output(z.string()).query(() => '');

const wrapped = procedure
  .meta({ openapi: { enabled: true, method: 'GET', path: '/items/wrapped', tags: ['items'], summary: 'S', protect: false } })
  .output(z.array(z.string()))
  .query(() => []);
export const last = logged(wrapped);

const renamed = procedure
  .meta({ openapi: { enabled: true, method: 'GET', path: '/items/renamed', tags: ['items'], summary: 'S', protect: false } })
  .output(z.array(z.string()))
  .query(() => []);
export { renamed as other };

/** A procedure that another one calls. */
const inner = procedure
  .meta({ openapi: { enabled: true, method: 'GET', path: '/items/inner', tags: ['items'], summary: 'S', protect: false } })
  .output(z.array(z.string()))
  .query(() => []);

export const outer = procedure
  .meta({ openapi: { enabled: true, method: 'GET', path: '/items/outer', tags: ['items'], summary: 'S', protect: false } })
  .output(z.array(z.string()))
  .query(({ ctx }) => inner.call({ input: undefined, ctx }));

function logged<T>(value: T): T {
  return value;
}
