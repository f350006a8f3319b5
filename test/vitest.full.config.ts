import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/** Where a JSON report goes as well, for whoever adds several runs up. */
const reports = process.env.PROCGEN_TEST_REPORTS;

/** `npm run test:full`: what needs a browser, other tools or a longer while. One file at a time. */
export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    include: ['test/**/*.browser.test.ts', 'test/**/*.full.test.ts'],
    exclude: ['**/node_modules/**'],
    testTimeout: 300_000,
    hookTimeout: 300_000,
    fileParallelism: false,
    reporters: reports ? ['default', ['json', { outputFile: join(reports, 'full.json') }]] : ['default'],
  },
});
