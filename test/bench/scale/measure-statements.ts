import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { connectPostgres, type PostgresResult } from '../../../src/stores/postgres/connect-postgres.js';
import { parsePostgresUrl } from '../../../src/stores/postgres/parse-postgres-url.js';
import { CHANGES, KEYS } from '../../../src/stores/postgres/statements.js';
import type { RunningPostgres } from '../../stores/postgres/start-postgres.js';
import type { BenchOptions } from '../harness/bench-options.js';
import type { Report, Table } from '../harness/report.js';
import { pairSamples, quantile } from '../harness/statistics.js';
import { tellProgress } from '../harness/tell-progress.js';
import { pin } from '../overload/pin.js';
import { type FilledDatabase, hashOf } from './fill-database.js';

const STATEMENTS = 3_000;
const WARM_UP_ROUNDS = 2;
const LIMIT_MS = 5_000;
const P99_LIMIT = 1.5;

/** Sends one statement, and throws when its answer is not right. */
type Ask = () => Promise<void>;

interface Database {
  readonly name: string;
  /** The process of PostgreSQL that answers. */
  readonly pid: number;
  readonly lookUp: Ask;
  readonly look: Ask;
  readonly close: () => void;
}

/** One sample a round. */
interface Samples {
  /** Microseconds of CPU of PostgreSQL. */
  readonly lookUps: number[];
  readonly looks: number[];
  /** The slowest hundredth of the look-ups, in milliseconds. */
  readonly p99: number[];
}

/**
 * The statements of the driver, one after the other over one connection, to databases of several sizes in turn. PostgreSQL has
 * one core and the bench another.
 */
export async function measureStatements(
  postgres: RunningPostgres,
  filled: readonly FilledDatabase[],
  { rounds, share }: BenchOptions,
): Promise<Required<Pick<Report, 'tables' | 'sheets' | 'bars'>>> {
  const count = Math.ceil(STATEMENTS * share);
  tellProgress(`${rounds} rounds of ${count} look-ups and ${count} looks at the changes`);
  const databases: Database[] = [];
  try {
    for (const each of filled) databases.push(await connect(each));
    for (const pid of postgres.listProcesses()) pin(pid, 0);
    pin(process.pid, 1);
    const samples = databases.map((): Samples => ({ lookUps: [], looks: [], p99: [] }));
    for (let round = -WARM_UP_ROUNDS; round < rounds; round++)
      for (const [index, { pid, lookUp, look }] of databases.entries()) {
        const lookUps = await measure(pid, lookUp, count);
        const looks = await measure(pid, look, count);
        if (round < 0) continue;
        samples[index]?.lookUps.push(lookUps.cpuMicros);
        samples[index]?.looks.push(looks.cpuMicros);
        samples[index]?.p99.push(quantile(lookUps.elapsedMs, 0.99));
      }
    return report(
      databases.map(({ name }) => name),
      samples,
      `${rounds} rounds of ${count}`,
    );
  } finally {
    for (const { close } of databases) close();
  }
}

async function connect({ url, keys }: FilledDatabase): Promise<Database> {
  const options = { firstHost: 0, limitMs: LIMIT_MS };
  const { connection } = await connectPostgres(pg, parsePostgresUrl(url), options);
  const ask = (text: string, values: readonly unknown[]) => connection.query(text, values, LIMIT_MS);
  const { position } = readRow(await ask(CHANGES.poll, [null]));
  return {
    name: `${keys.toLocaleString('en')} keys`,
    pid: readRow(await ask('SELECT pg_backend_pid() AS pid', [])).pid,
    async lookUp() {
      const number = 1 + Math.floor(Math.random() * keys);
      strictEqual(readRow(await ask(KEYS.findByHashes, [[hashOf(number)]])).name, `key ${number}`);
    },
    async look() {
      deepStrictEqual(readRow(await ask(CHANGES.poll, [position])).changed, []);
    },
    close: () => connection.destroy(),
  };
}

function readRow({ rows }: PostgresResult): PostgresResult['rows'][number] {
  strictEqual(rows.length, 1);
  return rows[0];
}

interface Measured {
  /** Of PostgreSQL, a statement. */
  readonly cpuMicros: number;
  readonly elapsedMs: readonly number[];
}

async function measure(pid: number, ask: Ask, count: number): Promise<Measured> {
  const before = readCpuMicros(pid);
  const elapsedMs: number[] = [];
  for (let statement = 0; statement < count; statement++) {
    const start = performance.now();
    await ask();
    elapsedMs.push(performance.now() - start);
  }
  return { cpuMicros: (readCpuMicros(pid) - before) / count, elapsedMs };
}

/** The time that a process has spent on a processor, which Linux counts in nanoseconds here. */
function readCpuMicros(pid: number): number {
  const [nanoseconds] = readFileSync(`/proc/${pid}/schedstat`, 'latin1').split(' ');
  return Number(nanoseconds) / 1_000;
}

function report(
  names: readonly string[],
  samples: readonly Samples[],
  rounds: string,
): Required<Pick<Report, 'tables' | 'sheets' | 'bars'>> {
  const [baseline = ''] = names;
  const list = (read: (samples: Samples) => readonly number[]) => samples.map(read);
  const createTable = (title: string, unit: string, all: readonly (readonly number[])[]): Table => ({
    title: `${title}, ${rounds}`,
    unit,
    kind: 'rounds',
    baseline,
    series: names.map((contender, index) => ({ contender, samples: all[index] ?? [] })),
  });
  const [lookUps, looks, p99] = [
    list((each) => each.lookUps),
    list((each) => each.looks),
    list((each) => each.p99),
  ];
  const perSecond = (all: readonly (readonly number[])[]) => all.map((each) => 1e6 / quantile(each, 0.5));
  const { ratio } = pairSamples(p99.at(-1) ?? [], p99[0] ?? []);
  return {
    tables: [
      createTable('a look-up', 'µs CPU of PostgreSQL', lookUps),
      createTable('a look at the changes', 'µs CPU of PostgreSQL', looks),
      createTable('a look-up', 'ms at p99', p99),
    ],
    sheets: [
      {
        title: 'what one core of PostgreSQL answers',
        contenders: names,
        rows: [
          { measure: 'look-ups', unit: 'a second', values: perSecond(lookUps) },
          { measure: 'looks at the changes', unit: 'a second', values: perSecond(looks) },
        ],
      },
    ],
    bars: [
      {
        name: `p99 of a look-up among ${names.at(-1)}`,
        value: ratio.median,
        limit: P99_LIMIT,
        unit: `× that among ${baseline}`,
      },
    ],
  };
}
