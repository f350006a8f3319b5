import { procedure } from 'procgen';
import * as z from 'zod';

export const list = procedure
  .meta({ openapi: { enabled: true, method: 'GET', path: '/items', tags: ['items'], summary: 'S', protect: false } })
  .output(z.array(z.string()))
  .query(() => []);

/** Exported, and collected as well. */
export const all = { list };

export const router = {
  first: procedure
    .meta({ openapi: { enabled: true, method: 'GET', path: '/items/first', tags: ['items'], summary: 'S', protect: false } })
    .output(z.array(z.string()))
    .query(() => []),
  deep: { deeper: [procedure
    .meta({ openapi: { enabled: true, method: 'GET', path: '/items/deep', tags: ['items'], summary: 'S', protect: false } })
    .output(z.array(z.string()))
    .query(() => [])] },
};

export const crud = makeCrud('/crud');

export const frozen = Object.freeze([procedure
  .meta({ openapi: { enabled: true, method: 'GET', path: '/items/frozen', tags: ['items'], summary: 'S', protect: false } })
  .output(z.array(z.string()))
  .query(() => [])]);

/** Turned off on purpose. */
export const later = { off: procedure
  .meta({ openapi: { enabled: false, method: 'GET', path: '/items/off', tags: ['items'], summary: 'S', protect: false } })
  .output(z.array(z.string()))
  .query(() => []) };

/** Contains itself. */
const loop: Record<string, unknown> = { list };
loop.again = loop;
export const knot = loop;

/** No procedures. */
export const sizes = { small: 1, large: 2 };

function makeCrud(path: string) {
  const create = () =>
    procedure
      .meta({ openapi: { enabled: true, method: 'GET', path, tags: ['items'], summary: 'S', protect: false } })
      .output(z.string())
      .query(() => '');
  return { create: create() };
}
