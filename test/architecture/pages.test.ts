import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SRC } from './read-sources.js';

test('the architecture is told in 150 lines', () => {
  const page = readFileSync(join(SRC, '..', 'docs/architecture.md'), 'utf8');
  expect(page.split('\n').length).toBeLessThanOrEqual(151);
});
