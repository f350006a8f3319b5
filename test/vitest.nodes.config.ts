import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/** Where a JSON report goes as well, for whoever adds several runs up. */
const reports = process.env.PROCGEN_TEST_REPORTS;

/**
 * `.ci/nodes`, once on every Node: what Node itself does differently from version to version. That is how processes start and
 * end, how modules are loaded, files, streams and redirects; and what the packed package prints.
 */
export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    // There is one copy of what is built: the one that projects import.
    server: { deps: { external: [/\/dist\//] } },
    include: [
      'test/cli/{disk-refusals,keys,node-host,shim,store,zod}.test.ts',
      'test/cli/build/{build,build-cache,setup}.test.ts',
      'test/cli/builder/build-timeout.test.ts',
      'test/cli/init/example-test.test.ts',
      'test/cli/serve/{serve,serve-development}.test.ts',
      'test/cli/watch/build-watch.test.ts',
      'test/e2e/{own-service,realworld,signing}.test.ts',
      'test/stores/file-store{,-order}.test.ts',
      'test/runtime/{downloads,redirects,uploads,event-streams}.test.ts',
      'test/runtime/limits/{memory,rate-limits,redis}.test.ts',
      'test/hardening/raw-requests.test.ts',
      'test/docs/readme.full.test.ts',
    ],
    // As `npm test` runs most of them.
    isolate: false,
    setupFiles: ['test/restore-zod.ts'],
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // A poll waits for an event, however busy the machine is: its limit is below 30 s, when servers give up by themselves.
    expect: { poll: { timeout: 20_000 } },
    reporters: reports
      ? ['default', ['json', { outputFile: join(reports, `node-${process.versions.node}.json`) }]]
      : ['default'],
  },
});
