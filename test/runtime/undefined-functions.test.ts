import { expect, test } from 'vitest';
import { procedure } from '../../src/index.js';

/** What a function of a circular import is at first, and what a misspelt one is. */
const nothing = undefined as never;

test('A procedure whose middleware is undefined runs neither the middleware after it nor the handler.', async () => {
  const ran: string[] = [];
  const guarded = procedure
    .use(nothing)
    .use(({ next }) => {
      ran.push('middleware');
      return next();
    })
    .query(() => {
      ran.push('handler');
    });
  await expect(guarded.call({})).rejects.toThrow(new TypeError('.use() got undefined, not a function.'));
  expect(ran).toEqual([]);
});
