import { describe, expect, it } from 'vitest';
import type { UncheckedApi } from '../../src/compiler/model/unchecked-api.js';
import { checkMessageUses } from '../../src/compiler/rules/check-files.js';
import { startOf } from '../../src/compiler/source-location.js';

const MODULE = {
  path: '/shop/procedures/cart.ts',
  messageUses: [{ key: 'cart.empty', location: startOf('procedures/cart.ts') }],
};

describe('A key that no catalog has', () => {
  it.each([
    ['there are catalogs', { en: { 'cart.full': 'Full' } }, true, 1],
    ['nothing else could have it', {}, false, 1],
    ['the context of the application may bring a `t` of its own', {}, true, 0],
  ])('is told of, or not, where %s', (_where, catalogs, hasOwnContext, count) => {
    const config = { procedures: 'procedures', locales: ['en'], hasOwnContext };
    const api = { files: [{ modules: [MODULE] }], config, catalogs: { catalogs, isComplete: true } };
    const diagnostics = checkMessageUses(api as unknown as UncheckedApi);
    expect(diagnostics.map(({ code }) => code)).toEqual(Array(count).fill('unknown-message'));
  });
});
