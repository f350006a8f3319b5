import { expect, test } from 'vitest';
import { checkCachedBuilds } from './cached-builds.js';

test.each([11, 22])(
  'After any edits a build with what the one before left is a build of everything (seed %i).',
  async (seed) => {
    expect((await checkCachedBuilds(seed, 25)).reused).toBeGreaterThan(0);
  },
);
