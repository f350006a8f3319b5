import { afterEach, expect, test } from 'vitest';
import { guardProcess, readVariables } from '../../src/build/guard-process.js';

const NAME = 'PROCGEN_TEST_GUARDED';

afterEach(() => {
  delete process.env[NAME];
});

test('Code that a build runs may change a variable of the environment that is set, and what it reads is noted.', async () => {
  process.env[NAME] = 'before';
  const seen = await guardProcess(async () => {
    process.env[NAME] = 'after';
    return process.env[NAME];
  });
  expect(seen).toBe('after');
  expect(process.env[NAME]).toBe('after');
  expect(readVariables.has(NAME)).toBe(true);
});
