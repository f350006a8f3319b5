import { describe, expect, it } from 'vitest';
import type { ParsedFile } from '../../src/compiler/parsed/parsed-file.js';
import { checkMessageUses } from '../../src/compiler/rules/check-files.js';
import { startOf } from '../../src/compiler/source-location.js';

const MODULE = {
  path: '/shop/procedures/cart.ts',
  messageUses: [{ key: 'cart.empty', location: startOf('procedures/cart.ts') }],
};
const FILES = [{ modules: [MODULE] }] as unknown as ParsedFile[];
const CONFIG = { procedures: 'procedures', locales: ['en'] };

describe('A key that no catalog has', () => {
  it.each([
    ['there are catalogs', { en: { 'cart.full': 'Full' } }, true, 1],
    ['nothing else could have it', {}, false, 1],
    ['the context of the application may bring a `t` of its own', {}, true, 0],
  ])('is told of, or not, where %s', (_where, catalogs, hasOwnContext, count) => {
    const diagnostics = checkMessageUses(FILES, { catalogs, isComplete: true }, { ...CONFIG, hasOwnContext });
    expect(diagnostics.map(({ code }) => code)).toEqual(Array(count).fill('unknown-message'));
  });
});
