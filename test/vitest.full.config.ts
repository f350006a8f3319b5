import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/** Where a JSON report goes as well, for whoever adds several runs up. */
const reports = process.env.PROCGEN_TEST_REPORTS;

const listFull = (...folders: readonly string[]) =>
  folders.map((folder) => `test/${folder}/**/*.full.test.ts`);

/** What floods a service or weighs its memory: one file at a time, with nothing else beside it. */
const ALONE = listFull('hardening', 'runtime/limits');

/** What kills processes and waits for others: servers and databases that each file starts for itself. */
const IN_PAIRS = listFull('replicas', 'stores');

/** The tests of `npm test` that ask a service over HTTP. They are held against the other hosts, too, unless they name all hosts. */
const OF_SERVICE = ['hardening', 'keys', 'runtime', 'runtime/limits']
  .flatMap((folder) => readdirSync(join(import.meta.dirname, folder)).map((name) => `test/${folder}/${name}`))
  .filter((file) => file.endsWith('.test.ts') && !/\.(full|browser)\.test\.ts$/.test(file))
  .filter((file) => {
    const text = readFileSync(join(import.meta.dirname, '..', file), 'utf8');
    return text.includes('startService(') && !text.includes("describe.each(['node', 'koa', 'fetch']");
  });

/** Those of stores and replicas that also run on the newest PostgreSQL. */
const ON_NEWEST_POSTGRES = [
  'test/stores/postgres/{answers,database,migrate,plans,postgres-store}.full.test.ts',
  'test/replicas/{replicas,revocation}.full.test.ts',
];

/** Tests wait half of their time, those with browsers and installations even longer. */
const WAITING_WORKERS = Math.ceil(availableParallelism() * 1.5);

/** `npm run test:full`: what needs a browser, other tools or a longer while. */
export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    // There is one copy of what is built: the one that projects import.
    server: { deps: { external: [/\/dist\//] } },
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // A poll waits for an event, however busy the machine is: its limit is below 30 s, when servers give up by themselves.
    expect: { poll: { timeout: 20_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'together',
          include: ['test/**/*.browser.test.ts', 'test/**/*.full.test.ts'],
          exclude: ['**/node_modules/**', ...ALONE, ...IN_PAIRS],
          maxWorkers: WAITING_WORKERS,
          sequence: { groupOrder: 1 },
        },
      },
      ...['koa', 'fetch'].map((host) => ({
        extends: true as const,
        test: {
          name: host,
          include: OF_SERVICE,
          env: { PROCGEN_TEST_HOST: host },
          // As `npm test` runs them.
          isolate: false,
          setupFiles: ['test/restore-zod.ts', 'test/runtime/support/hold-host-to-tests.ts'],
          maxWorkers: WAITING_WORKERS,
          sequence: { groupOrder: 2 },
        },
      })),
      {
        extends: true,
        test: { name: 'alone', include: ALONE, maxWorkers: 1, sequence: { groupOrder: 3 } },
      },
      ...[
        { name: 'in-pairs', include: IN_PAIRS },
        { name: 'newest-postgres', include: ON_NEWEST_POSTGRES, env: { PROCGEN_TEST_POSTGRES: 'newest' } },
      ].map((project) => ({
        extends: true as const,
        test: { ...project, maxWorkers: 2, sequence: { groupOrder: 4 } },
      })),
    ],
    reporters: reports ? ['default', ['json', { outputFile: join(reports, 'full.json') }]] : ['default'],
  },
});
