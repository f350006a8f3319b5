import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { readPages } from './support/read-pages.js';
import { checkTypes, createPagesFolder, type FinishedPage, runPage } from './support/run-page.js';

const PAGES = readPages().filter(({ runs }) => runs === 'npm test');

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
