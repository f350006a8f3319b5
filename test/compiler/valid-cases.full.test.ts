import { expect, test } from 'vitest';
import { checkStories, PLAIN_STORIES } from './support/check-stories.js';

// Together, because most of the time goes to the declarations that all of them read. That the others do without the option
// is held on TypeScript 7.
test('the stories and what they compile to satisfy every strict flag on TypeScript 5.4, with imports of the extension .ts', async () => {
  const stories = [...PLAIN_STORIES, 'import-extensions'];
  expect(await checkStories(stories, '5.4', { allowImportingTsExtensions: true })).toBe('');
});
