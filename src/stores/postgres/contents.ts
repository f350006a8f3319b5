import type { StoreContents } from '../store-contents.js';
import { StoreError } from '../store-error.js';
import type { StoreCounts } from '../store-report.js';
import type { Database, Query } from './database.js';
import { CONTENTS, KEYS, SESSIONS, TOKENS, USERS } from './statements.js';

const RECORDS_A_STATEMENT = 1_000;
const STATEMENT_MS = 60_000;

/** Puts the contents into a database that holds nothing: all of it or nothing. */
export function fillContents({ name, transact }: Database, contents: StoreContents): Promise<void> {
  return transact(
    async (query) => {
      await query(CONTENTS.lock);
      const [{ isEmpty }] = await query(CONTENTS.isEmpty);
      if (!isEmpty)
        throw new StoreError('NOT_EMPTY', `The store ${name} is not empty. Name one that holds nothing.`);
      await insertAll(query, USERS.insert, contents.users);
      await insertAll(query, KEYS.insert, contents.keys);
      await insertAll(query, TOKENS.insert, contents.signInTokens);
      await insertAll(query, SESSIONS.insert, contents.sessions);
    },
    { statementMs: STATEMENT_MS },
  );
}

async function insertAll(query: Query, statement: string, records: readonly object[]): Promise<void> {
  for (let start = 0; start < records.length; start += RECORDS_A_STATEMENT)
    await query(statement, [JSON.stringify(records.slice(start, start + RECORDS_A_STATEMENT))]);
}

/** All that the database holds, as of one moment. */
export function readContents({ transact }: Database): Promise<StoreContents> {
  return transact(
    async (query) => {
      await query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
      return {
        keys: await query(CONTENTS.keys),
        users: await query(CONTENTS.users),
        signInTokens: await query(CONTENTS.signInTokens),
        sessions: await query(CONTENTS.sessions),
      } as StoreContents;
    },
    { statementMs: STATEMENT_MS },
  );
}

export function countContents({ transact }: Database): Promise<StoreCounts> {
  return transact(async (query) => (await query(CONTENTS.counts))[0], { statementMs: STATEMENT_MS });
}
