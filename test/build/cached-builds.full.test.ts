import { expect, test } from 'vitest';
import { checkCachedBuilds } from './cached-builds.js';

const STEPS = Number(process.env.PROCGEN_STEPS ?? 150);

test.each([1, 2, 3, 4])(
  'After many edits a build with what the one before left is a build of everything (seed %i).',
  async (seed) => {
    expect((await checkCachedBuilds(seed, STEPS)).reused).toBeGreaterThan(STEPS / 20);
  },
);
