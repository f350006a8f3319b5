import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildProject } from '../../schemas/support/build-project.js';
import { printConstructFiles } from '../../schemas/support/construct-files.js';
import { findMockFaults } from './find-mock-faults.js';

const SEEDS = 100;

// biome-ignore lint/suspicious/noExplicitAny: a description is walked by its keys.
let constructs: any;
let remove: () => Promise<void>;

beforeAll(async () => {
  const built = await buildProject(printConstructFiles());
  remove = built.remove;
  constructs = JSON.parse(
    built.compilation.files.find(({ path }) => path.endsWith('openapi.json'))?.text ?? '',
  );
});
afterAll(() => remove());

test(`What is made up for any construct is valid by its schema, for each of ${SEEDS} seeds.`, () => {
  expect(findMockFaults(constructs, SEEDS)).toEqual([]);
});

test('So it is for Conduit.', async () => {
  const file = new URL('../../cases/valid/realworld/generated/openapi.json', import.meta.url);
  expect(findMockFaults(JSON.parse(await readFile(file, 'utf8')), SEEDS)).toEqual([]);
});
