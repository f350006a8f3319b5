import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPrismCommand } from './support/start-prism.js';
import { type Descriptions, PROJECTS, writeDescriptions } from './support/write-descriptions.js';

let descriptions: Descriptions;
beforeAll(async () => {
  descriptions = await writeDescriptions();
});
afterAll(() => descriptions?.remove());

// It makes an example of every parameter up before it listens, which some schemas never let it finish.
test.each(PROJECTS)('`prism proxy` starts on the description of %s.', async (project) => {
  const { url, stop } = await startPrismCommand(`${project}.json`, descriptions.folder);
  await stop();
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
});
