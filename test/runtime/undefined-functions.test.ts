import { describe, expect, it } from 'vitest';
import { procedure } from '../../src/index.js';

/** What a function of a circular import is at first, and what a misspelt one is. */
const nothing = undefined as never;

describe('A procedure cannot be created', () => {
  it('with a middleware that is undefined, which would let every caller pass', () => {
    expect(() => procedure.use(nothing)).toThrow(new TypeError('.use() takes a function, not undefined.'));
  });

  it.each(['query', 'mutation'] as const)('with a .%s() that is no function', (end) => {
    expect(() => procedure[end](nothing)).toThrow(`.${end}() takes a function, not undefined.`);
    expect(() => procedure[end]('find' as never)).toThrow(`.${end}() takes a function, not string.`);
    expect(() => procedure[end](null as never)).toThrow(`.${end}() takes a function, not null.`);
  });
});
