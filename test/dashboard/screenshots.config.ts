import { defineConfig } from 'vitest/config';

/** `npm run screenshots`: no test, but what the pages look like, for someone to look at. */
export default defineConfig({
  test: {
    root: new URL('../..', import.meta.url).pathname,
    include: ['test/dashboard/screenshots.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: ['dot'],
  },
});
