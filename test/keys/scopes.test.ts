import { describe, expect, it } from 'vitest';
import { isWithinScopes, mayCall } from '../../src/keys/scopes.js';

describe('K-09', () => {
  it.each([
    [[], 'query', undefined, true],
    [[], 'mutation', ['items:admin'], true],
    [['read'], 'query', undefined, true],
    [['read'], 'mutation', undefined, false],
    [['write'], 'mutation', [], true],
    [['write'], 'query', undefined, false],
    [['read', 'write'], 'mutation', undefined, true],
    [['read'], 'query', ['items'], false],
    [['items'], 'query', ['items'], true],
    [['items'], 'mutation', ['items', 'audit'], false],
    [['items', 'audit', 'more'], 'mutation', ['items', 'audit'], true],
    [['items'], 'query', undefined, false],
  ] as const)('a key with %j calling a %s that names %j: %s', (keyScopes, kind, scopes, isAllowed) => {
    expect(mayCall(keyScopes, { kind, scopes })).toBe(isAllowed);
  });

  it('counts a key without scopes as more than any with some', () => {
    expect(isWithinScopes([], [])).toBe(true);
    expect(isWithinScopes(['read'], [])).toBe(true);
    expect(isWithinScopes([], ['read', 'write'])).toBe(false);
    expect(isWithinScopes(['read'], ['read', 'write'])).toBe(true);
    expect(isWithinScopes(['read', 'other'], ['read'])).toBe(false);
  });
});
