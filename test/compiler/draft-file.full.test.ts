import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anySchemas } from './support/arbitrary-schemas.js';
import { createProject } from './support/create-project.js';
import { draftBothWays } from './support/draft-both-ways.js';

test('What is decided of any project is the same, drafted early or at once.', {
  timeout: 280_000,
}, async () => {
  const seen = { models: 0, refused: 0, early: 0, again: 0 };
  await fc.assert(
    fc.asyncProperty(anySchemas, async (project) => {
      const { early, late } = await draftBothWays(await createProject(project));
      if (early.model) seen.models += 1;
      else seen.refused += 1;
      seen.early += early.earlyAtLast.length;
      seen.again += early.early.length - early.earlyAtLast.length;
      expect(early.diagnostics).toEqual(late.diagnostics);
      expect([early.model, early.uses]).toEqual([late.model, late.uses]);
    }),
    { numRuns: 200, endOnFailure: true },
  );
  expect(Math.min(...Object.values(seen)), JSON.stringify(seen)).toBeGreaterThan(20);
});
