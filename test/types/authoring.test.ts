import { expect, test } from 'vitest';
import { checkProject } from '../compiler/support/check-project.js';

const AUTHORING = new URL('authoring/', import.meta.url);

// On the other compilers `packed-package.full.test.ts` holds it, which compiles the same files.
test('on TypeScript 7 an author is told of what is wrong, and of nothing else', async () => {
  expect(await checkProject([AUTHORING], '7')).toBe('');
});
