import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { REPOSITORY } from '../support/create-project.js';
import { compareStripped } from './compare-stripped.js';

const SOURCES = ['node_modules', 'test']
  .flatMap((folder) =>
    readdirSync(join(REPOSITORY, folder), { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    ),
  )
  .filter(({ name }) => /(?<!\.d)\.[cm]?ts$/.test(name))
  .map(({ parentPath, name }) => join(parentPath, name));

test('what is stripped of its types is what a transform makes of it, in every source of node_modules', () => {
  const compared = SOURCES.map(compareStripped);
  expect(compared.flatMap(({ wrong }) => wrong)).toEqual([]);
  expect(compared.reduce((sum, { stripped }) => sum + stripped, 0)).toBeGreaterThan(5_000);
});
