import { strictEqual } from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { generateSecret } from '../../../src/keys/key-format.js';
import type { BenchOptions } from '../harness/bench-options.js';
import { type Contender, compareContenders } from '../harness/compare.js';
import { createInProcessContender } from '../harness/in-process.js';
import type { Report } from '../harness/report.js';
import { summarize } from '../harness/statistics.js';
import { takeProfile } from '../harness/take-profile.js';
import { type FilledKeyring, openFilledKeyring } from './open-filled-keyring.js';

const KEYS = 10_000;
const OPERATIONS = 30_000;

/** What it costs to tell whose key it is, or that it is nobody's, with as many keys as the store takes. */
export async function measureVerification({ rounds, share, profile }: BenchOptions): Promise<Report> {
  const filled = await openFilledKeyring('verification', Math.ceil(KEYS * share));
  try {
    const hashing = createHashing(filled);
    const good = createGood(filled);
    const contenders = [hashing, good, createUnknown(filled), createMistyped(filled)];
    const operations = Math.ceil(OPERATIONS * share);
    const series = await compareContenders(contenders, { rounds, operations });
    const samples = series[contenders.indexOf(good)]?.samples ?? [];
    return {
      bench: 'keys',
      tables: [
        {
          title: `a key checked, ${filled.keys.length} in the store, ${rounds} rounds of ${operations}`,
          unit: 'µs CPU a check',
          kind: 'rounds',
          baseline: hashing.name,
          series,
        },
      ],
      bars: [
        { name: 'CPU of the check of a good key', value: summarize(samples).median, limit: 20, unit: 'µs' },
      ],
      profiles: profile ? [await takeProfile('keys check', good, operations * 4)] : [],
    };
  } finally {
    await filled.close();
  }
}

function createGood({ keyring, keys }: FilledKeyring): Contender {
  return createChecks('a good key', {
    secrets: keys.map(({ secret }) => secret),
    ask: async (secret) => (await keyring.apiKeys.verify(secret))?.userId,
    expected: keys.map(({ userId }) => userId),
  });
}

function createUnknown({ keyring, keys }: FilledKeyring): Contender {
  return createChecks('a key that nobody has', {
    secrets: keys.map(() => generateSecret()),
    ask: (secret) => keyring.apiKeys.verify(secret),
    expected: keys.map(() => null),
  });
}

function createMistyped({ keyring, keys }: FilledKeyring): Contender {
  return createChecks('a mistyped key', {
    secrets: keys.map(({ secret }) => secret.slice(0, -1) + (secret.endsWith('0') ? '1' : '0')),
    ask: (secret) => keyring.apiKeys.verify(secret),
    expected: keys.map(() => null),
  });
}

/** What no check of a key can do without. */
function createHashing({ keys }: FilledKeyring): Contender {
  return createChecks('SHA-256 of it alone', {
    secrets: keys.map(({ secret }) => secret),
    ask: async (secret) => createHash('sha256').update(secret).digest('hex').length,
    expected: keys.map(() => 64),
  });
}

interface Checks<Answer> {
  readonly secrets: readonly string[];
  readonly ask: (secret: string) => Promise<Answer>;
  readonly expected: readonly Answer[];
}

function createChecks<Answer>(name: string, { secrets, ask, expected }: Checks<Answer>): Contender {
  return createInProcessContender(name, {
    async check() {
      for (const [index, secret] of secrets.entries()) strictEqual(await ask(secret), expected[index]);
    },
    async run(operations) {
      for (let index = 0; index < operations; index++) await ask(secrets[index % secrets.length] as string);
    },
  });
}
