import { rm } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { readPages } from './support/read-pages.js';
import { checkTypes, createPagesFolder, runPage } from './support/run-page.js';

/** `.ci/nodes` runs this on every Node. */
it(`what README.md shows is what the packed package does on Node ${process.versions.node}`, async () => {
  const page = readPages().find(({ name }) => name === '../README');
  if (!page) return expect.unreachable();
  const folder = await createPagesFolder();
  try {
    await checkTypes(folder, [await runPage(page, folder)]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
