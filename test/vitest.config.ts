import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/** Where a JSON report goes as well, for whoever adds several runs up. */
const reports = process.env.PROCGEN_TEST_REPORTS;

/** Tests that change what every module of a process shares, or measure it: zod's configuration, mocked modules, memory. */
const ISOLATED = [
  'test/schemas/{prepare-parse,refusal-limits}.test.ts',
  'test/compiler/bundle/deferral.test.ts',
  'test/runtime/json-writer.test.ts',
  'test/stores/socket-race.test.ts',
];

const EXCLUDED = ['**/node_modules/**', '**/*.browser.test.ts', '**/*.full.test.ts', 'test/cases/**'];

/**
 * `npm test`: everything that needs nothing but Node. Most test files share their modules with others, which saves a
 * third of the processor's time.
 */
export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    // There is one copy of what is built: the one that projects import.
    server: { deps: { external: [/\/dist\//] } },
    projects: [
      {
        extends: true,
        test: {
          name: 'shared',
          include: ['test/**/*.test.ts'],
          exclude: [...EXCLUDED, ...ISOLATED],
          isolate: false,
          setupFiles: ['test/restore-zod.ts'],
        },
      },
      { extends: true, test: { name: 'isolated', include: ISOLATED, exclude: EXCLUDED } },
    ],
    // A test file waits half of its time: for processes, sockets and timers.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // A poll waits for an event, however busy the machine is: its limit is below 30 s, when servers give up by themselves.
    expect: { poll: { timeout: 20_000 } },
    // zod, which our parses are compared with, leaves such a rejection behind where another member of a union has answered.
    onUnhandledError: ({ message, stack = '' }) =>
      !(message.startsWith('Unmergable intersection') && stack.includes('handleIntersectionResults')),
    reporters: reports ? ['default', ['json', { outputFile: join(reports, 'test.json') }]] : ['default'],
  },
});
