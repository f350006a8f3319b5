import type { StoreContents } from '../store-contents.js';
import { StoreError } from '../store-error.js';
import type { StoreCounts } from '../store-report.js';
import type { Database, Query } from './database.js';
import { CONTENTS, KEYS, SESSIONS, TOKENS, USAGE, USERS } from './statements.js';

const RECORDS_PER_STATEMENT = 1_000;
const STATEMENT_MS = 60_000;

/** Copies the parts into an empty database, atomically. Returns the number of records. */
export function fillContents(
  { name, transact }: Database,
  parts: AsyncIterable<StoreContents>,
): Promise<StoreCounts> {
  return transact(
    async (query) => {
      await query(CONTENTS.lock);
      const [{ isEmpty }] = await query(CONTENTS.isEmpty);
      if (!isEmpty) throw new StoreError('NOT_EMPTY', `The store ${name} is not empty. Use an empty store.`);
      for await (const { users, keys, signInTokens, sessions, usage } of parts) {
        await insertAll(query, USERS.insert, users);
        await insertAll(query, KEYS.insert, keys);
        await insertAll(query, TOKENS.insert, signInTokens);
        await insertAll(query, SESSIONS.insert, sessions);
        await insertAll(query, USAGE.add, usage);
      }
      return (await query(CONTENTS.counts))[0];
    },
    { statementMs: STATEMENT_MS },
  );
}

/** Runs the statement for all records, in batches. Its one parameter is a list of records. */
export async function insertAll(query: Query, statement: string, records: readonly object[]): Promise<void> {
  for (let start = 0; start < records.length; start += RECORDS_PER_STATEMENT)
    await query(statement, [JSON.stringify(records.slice(start, start + RECORDS_PER_STATEMENT))]);
}

/** Calls `use` with a consistent snapshot of the database. */
export function withContents<Result>(
  { transact }: Database,
  use: (parts: AsyncIterable<StoreContents>) => Promise<Result>,
): Promise<Result> {
  return transact(
    async (query) => {
      await query(CONTENTS.snapshot);
      return use(readParts(query));
    },
    { statementMs: STATEMENT_MS },
  );
}

const EMPTY: StoreContents = { users: [], keys: [], signInTokens: [], sessions: [], usage: [] };

/** Yields users before their keys, and keys before their usage. */
async function* readParts(query: Query): AsyncGenerator<StoreContents> {
  for (const name of ['users', 'keys', 'signInTokens', 'sessions', 'usage'] as const) {
    await query(`DECLARE part NO SCROLL CURSOR FOR ${CONTENTS[name]}`);
    for (;;) {
      const records = await query(`FETCH ${RECORDS_PER_STATEMENT} FROM part`);
      if (records.length === 0) break;
      yield { ...EMPTY, [name]: records };
    }
    await query('CLOSE part');
  }
}

export function countContents({ transact }: Database): Promise<StoreCounts> {
  return transact(async (query) => (await query(CONTENTS.counts))[0], { statementMs: STATEMENT_MS });
}
