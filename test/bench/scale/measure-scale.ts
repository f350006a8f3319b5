import { totalmem } from 'node:os';
import { hasPostgres, startPostgres } from '../../stores/postgres/start-postgres.js';
import type { BenchOptions } from '../harness/bench-options.js';
import type { Report } from '../harness/report.js';
import { SetupError } from '../harness/setup-error.js';
import { fillDatabase } from './fill-database.js';
import { measureCachedKeys } from './measure-cached-keys.js';
import { measureQueries } from './measure-queries.js';
import { measureStatements } from './measure-statements.js';

const SIZES = [10_000, 1_000_000, 10_000_000];

/** Keys in PostgreSQL: what a call costs whose key is cached, what the cache takes, and what one core of PostgreSQL answers. */
export async function measureScale(options: BenchOptions): Promise<Report> {
  if (!hasPostgres()) throw new SetupError('Install PostgreSQL: apt-get install postgresql');
  const postgres = await startPostgres({
    max_connections: 40,
    // A quarter of the machine's memory, which PostgreSQL recommends.
    shared_buffers: `${Math.floor(totalmem() / 4 / 2 ** 20)}MB`,
    autovacuum: 'off',
    max_wal_size: '4GB',
  });
  try {
    const queries = await measureQueries(postgres, options);
    const databases = [];
    for (const size of SIZES) databases.push(await fillDatabase(postgres, Math.ceil(size * options.share)));
    const [, medium] = databases;
    const cached = await measureCachedKeys(medium as (typeof databases)[number], options);
    const statements = await measureStatements(postgres, databases, options);
    const reports: Partial<Report>[] = [queries, statements, cached];
    return {
      bench: 'scale',
      tables: reports.flatMap(({ tables = [] }) => tables),
      sheets: reports.flatMap(({ sheets = [] }) => sheets),
      bars: reports.flatMap(({ bars = [] }) => bars),
      profiles: [],
    };
  } finally {
    await postgres.stop();
  }
}
