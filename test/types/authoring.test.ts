import { expect, test } from 'vitest';
import { checkProject } from '../compiler/support/check-project.js';
import { COMPILERS } from '../compiler/support/run-compiler.js';

const AUTHORING = new URL('authoring/', import.meta.url);

test.each(Object.keys(COMPILERS) as (keyof typeof COMPILERS)[])(
  'on TypeScript %s an author is told of what is wrong, and of nothing else',
  async (version) => {
    expect(await checkProject([AUTHORING], version)).toBe('');
  },
);
