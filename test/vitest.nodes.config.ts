import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/** Where a JSON report goes as well, for whoever adds several runs up. */
const reports = process.env.PROCGEN_TEST_REPORTS;

/** `.ci/nodes`, once on every Node: the command line, files, streams and redirects, the contracts of stores and limiters, and what the packed package prints. */
export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    // There is one copy of what is built: the one that projects import.
    server: { deps: { external: [/\/dist\//] } },
    include: [
      'test/{cli,e2e}/**/*.test.ts',
      'test/stores/file-store{,-crash,-order}.test.ts',
      'test/runtime/{downloads,redirects,uploads,event-streams}.test.ts',
      'test/runtime/limits/{memory,rate-limits,redis}.test.ts',
      'test/hardening/raw-requests.test.ts',
      'test/docs/readme.full.test.ts',
    ],
    exclude: ['**/node_modules/**', 'test/{cli,e2e}/**/*.full.test.ts'],
    maxWorkers: '100%',
    testTimeout: 120_000,
    hookTimeout: 120_000,
    reporters: reports
      ? ['default', ['json', { outputFile: join(reports, `node-${process.versions.node}.json`) }]]
      : ['default'],
  },
});
