import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyProject } from './support/arbitrary-project.js';
import { importManyWays } from './support/import-many-ways.js';

test('What comes of procedure files is the same, inlined or not.', { timeout: 280_000 }, async () => {
  const seen = { inlined: 0, early: 0, apart: 0 };
  await fc.assert(
    fc.asyncProperty(anyProject, async (project) => {
      const { outcomes, late, apart, inlinedAtLast, early } = await importManyWays(project);
      seen.inlined += inlinedAtLast.length;
      seen.early += early.length;
      if (inlinedAtLast.length === 0) seen.apart += 1;
      expect([outcomes, late]).toEqual([apart, apart]);
    }),
    { numRuns: 150, endOnFailure: true },
  );
  expect(Math.min(seen.inlined, seen.early, seen.apart), JSON.stringify(seen)).toBeGreaterThan(20);
});
