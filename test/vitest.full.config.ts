import { defineConfig } from 'vitest/config';

/** `npm run test:full`: what needs a browser, other tools or a longer while. */
export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    include: ['test/**/*.browser.test.ts', 'test/**/*.full.test.ts'],
    exclude: ['**/node_modules/**'],
    testTimeout: 300_000,
    hookTimeout: 300_000,
    fileParallelism: false,
  },
});
