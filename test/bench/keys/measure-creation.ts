import { strictEqual } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { CreatedKey } from '../../../src/keys/api-keys.js';
import type { Report, Table } from '../harness/report.js';
import { quantile } from '../harness/statistics.js';
import { type FilledKeyring, openFilledKeyring } from './open-filled-keyring.js';
import { writeDurably } from './write-durably.js';

export interface CreationOptions {
  /** Of the creations that give figures worth reading. */
  readonly share: number;
  /** In the store already. */
  readonly keys: number;
  /** The bar for the slowest hundredth, in milliseconds. */
  readonly limitMs: number;
}

const CREATIONS = 500;
const FLOOR = 'the disk alone';
const STORE = 'the creation';

/**
 * How long the answer to the creation of a key takes, one after the other, beside the bare durable write of as many
 * bytes, by turns; and the CPU of both. Every key made is deleted again, so that the store stays as large as it is.
 */
export async function measureCreation({ keys, limitMs, share }: CreationOptions): Promise<Report> {
  const filled = await openFilledKeyring(`creation-${keys}`, Math.ceil(keys * share));
  try {
    await createAndDelete(filled);
    const bytes = readFileSync(filled.store);
    const floor: Cost[] = [];
    const store: Cost[] = [];
    for (let round = 0; round < Math.max(10, CREATIONS * share); round++) {
      floor.push(await measure(() => writeDurably(`${filled.folder}/floor`, bytes)));
      store.push(await createAndDelete(filled));
    }
    const title = `a key created, ${filled.keys.length} in the store (${Math.round(bytes.length / 1024)} KiB)`;
    return {
      bench: 'keys',
      tables: [
        createTable(title, 'ms', floor, store, ({ elapsedMs }) => elapsedMs),
        createTable(title, 'ms CPU', floor, store, ({ cpuMs }) => cpuMs),
      ],
      bars: [
        {
          name: `p99 of ${title}`,
          value: readP99(store),
          limit: limitMs,
          unit: 'ms',
          floor: readP99(floor),
        },
      ],
      profiles: [],
    };
  } finally {
    await filled.close();
  }
}

function readP99(costs: readonly Cost[]): number {
  return quantile(
    costs.map(({ elapsedMs }) => elapsedMs),
    0.99,
  );
}

interface Cost {
  readonly elapsedMs: number;
  readonly cpuMs: number;
}

function createTable(
  title: string,
  unit: string,
  floor: readonly Cost[],
  store: readonly Cost[],
  read: (cost: Cost) => number,
): Table {
  return {
    title,
    unit,
    kind: 'single',
    baseline: FLOOR,
    series: [
      { contender: FLOOR, samples: floor.map(read) },
      { contender: STORE, samples: store.map(read) },
    ],
  };
}

/** What it cost until the key was acknowledged. Throws unless it is good at once, and bad once it is deleted. */
async function createAndDelete({ keyring }: FilledKeyring): Promise<Cost> {
  const userId = 'user 0';
  let created: CreatedKey | undefined;
  const cost = await measure(async () => {
    created = await keyring.apiKeys.create({ userId, name: 'bench' });
  });
  const { record, secret } = created as CreatedKey;
  strictEqual((await keyring.apiKeys.verify(secret))?.userId, userId);
  await keyring.apiKeys.delete({ userId, id: record.id });
  strictEqual(await keyring.apiKeys.verify(secret), null);
  return cost;
}

async function measure(work: () => Promise<void>): Promise<Cost> {
  const cpu = process.cpuUsage();
  const start = performance.now();
  await work();
  const elapsedMs = performance.now() - start;
  const { user, system } = process.cpuUsage(cpu);
  return { elapsedMs, cpuMs: (user + system) / 1000 };
}
