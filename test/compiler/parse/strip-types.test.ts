import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { REPOSITORY } from '../support/create-project.js';
import { compareStripped } from './compare-stripped.js';

const SOURCES = readdirSync(join(REPOSITORY, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((path) => /(?<!\.d)\.tsx?$/.test(path))
  .map((path) => join(REPOSITORY, 'src', path));

test('what is stripped of its types is what a transform makes of it, in all sources of this repository', () => {
  const compared = SOURCES.map(compareStripped);
  expect(compared.flatMap(({ wrong }) => wrong)).toEqual([]);
  expect(compared.reduce((sum, { stripped }) => sum + stripped, 0)).toBeGreaterThan(2_000);
});
