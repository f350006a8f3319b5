import { defineConfig } from 'vitest/config';

/** `npm test`: everything that needs nothing but Node. */
export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    include: ['test/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/*.browser.test.ts', '**/*.full.test.ts', 'test/cases/**'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
