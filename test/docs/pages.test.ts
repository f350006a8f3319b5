import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPages } from './support/read-pages.js';
import {
  checkAgainstRepository,
  checkTypes,
  createPagesFolder,
  type FinishedPage,
  runPage,
} from './support/run-page.js';

const ALL = readPages();
const PAGES = ALL.filter(({ runs }) => runs === 'npm test');

it('what pages copy from this repository, and the commands for a clone of it, are there', async () => {
  const fences = ALL.flatMap(({ snippets }) => snippets).filter(
    ({ kind }) => kind === 'copy' || kind === 'repository',
  );
  expect(fences.length).toBeGreaterThan(10);
  for (const fence of fences) await checkAgainstRepository(fence);
});

describe.concurrent('every fence of a page does what the page says', () => {
  let folder: string;
  const finished: FinishedPage[] = [];

  beforeAll(async () => {
    folder = await createPagesFolder();
  });
  afterAll(async () => {
    await checkTypes(folder, finished).finally(() => rm(folder, { recursive: true, force: true }));
  });

  it.each(PAGES)('$name', async (page) => {
    finished.push(await runPage(page, folder));
  });
});
