import { expect, it } from 'vitest';
import { runOwnerRaces } from './owner-races.js';

it('S-05: lets one of two processes have the store in 200 of 200 races; the other is gone within a second', async () => {
  expect(await runOwnerRaces(200)).toBeGreaterThan(400);
});
