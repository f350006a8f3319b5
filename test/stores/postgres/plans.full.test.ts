import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  ANSWERS,
  AUDIT,
  KEYS,
  SESSIONS,
  TOKENS,
  USAGE,
  USERS,
} from '../../../src/stores/postgres/statements.js';
import { openPostgresStore } from '../../../src/stores/postgres-store.js';
import { hasPostgres, type RunningPostgres, startPostgres } from './start-postgres.js';

const ROWS = 200_000;

/** A literal for the parameter `$1`, `$2`, … of each statement. */
const HASH = `'\\x${'0'.repeat(63)}1'::bytea`;
const HOLDER = "'00000000-0000-0000-0000-000000000000'";
const PARAMETERS: Readonly<Record<string, readonly string[]>> = {
  'KEYS.findByHashes': [`ARRAY[${HASH}, ${HASH}]`],
  'KEYS.findById': ["'key_77'"],
  'KEYS.listByUser': ["'user_77'"],
  'KEYS.list': ["'user_77'", '77', "'key_77'", '100'],
  'KEYS.count': ["'user_77'"],
  'KEYS.lockParent': ["'key_77'"],
  'KEYS.lock': ["'key_77'", "'user_77'"],
  'KEYS.insert': [`'[]'`],
  'KEYS.update': ["'key_77'", "'name'", '77', 'true'],
  'KEYS.shorten': ["'key_77'", '77'],
  'KEYS.delete': ["'key_77'", "'user_77'"],
  'KEYS.noteChange': [HASH],
  'KEYS.listPeppers': [],
  'KEYS.recordUses': [`'[{"id":"key_77","at":7}]'`],
  'USAGE.find': ["'key_77'"],
  'USAGE.add': [`'[{"id":"key_77","days":[{"day":7,"calls":1,"refusals":0}],"last":null}]'`],
  'USAGE.delete': ["'key_77'"],
  'USERS.find': ["'user_77'"],
  'USERS.list': ['77', "'user_77'", '100'],
  'USERS.lock': ["'user_77'"],
  'USERS.insert': [`'[]'`],
  'TOKENS.insert': [`'[]'`],
  'TOKENS.deleteExpired': ['77'],
  'TOKENS.find': [HASH],
  'TOKENS.take': [HASH],
  'SESSIONS.insert': [`'[]'`],
  'SESSIONS.deleteExpired': ['77'],
  'SESSIONS.find': [HASH],
  'SESSIONS.listByUser': ["'user_77'"],
  'SESSIONS.delete': [HASH],
  'SESSIONS.deleteByUser': ["'user_77'"],
  'SESSIONS.recordSeen': [`'[{"hash":"${'0'.repeat(63)}1","at":7}]'`],
  'ANSWERS.claim': [HASH, "'x'", HOLDER, HASH],
  'ANSWERS.find': [HASH],
  'ANSWERS.deleteExpired': [HASH],
  'ANSWERS.renew': [`ARRAY[${HASH}, ${HASH}]`, HOLDER],
  'ANSWERS.settle': [HASH, HOLDER, "'{}'", 'NULL'],
  'ANSWERS.release': [HASH, HOLDER],
  'ANSWERS.recordCreated': [HASH, "'key_77'"],
  'ANSWERS.evictOldest': [HASH],
  'AUDIT.insert': [`'[]'`],
  'AUDIT.listByUser': ["'user_77'", '0', '50'],
  'AUDIT.listByKey': ["'key_77'", '100'],
};

const STATEMENTS = Object.entries({ KEYS, USAGE, USERS, TOKENS, SESSIONS, ANSWERS, AUDIT }).flatMap(
  ([group, statements]) =>
    Object.entries(statements).map(([name, text]) => [`${group}.${name}`, text] as const),
);

let postgres: RunningPostgres;

beforeAll(async () => {
  if (!hasPostgres()) return;
  postgres = await startPostgres();
  await (await openPostgresStore(postgres.url())).close();
  const hash = (offset = 0) => `decode(lpad(to_hex(n + ${offset}), 64, '0'), 'hex')`;
  await postgres.admin(`
INSERT INTO procgen.users SELECT 'user_' || n, n FROM generate_series(1, ${ROWS}) n;
INSERT INTO procgen.api_keys (id, hash, pepper_id, user_id, name, start, scopes, created_at)
  SELECT 'key_' || n, ${hash()}, CASE n % 3 WHEN 0 THEN NULL ELSE 'p' || n % 3 END, 'user_' || n, 'name', 'pgk_', '{}', n
  FROM generate_series(1, ${ROWS}) n;
INSERT INTO procgen.key_changes (hash) SELECT ${hash()} FROM generate_series(1, ${ROWS}) n;
INSERT INTO procgen.sign_in_tokens SELECT ${hash()}, 'user_' || n, n, n + 1000000 FROM generate_series(1, ${ROWS}) n;
INSERT INTO procgen.sessions SELECT ${hash()}, 'user_' || n, n, n, n + 1000000 FROM generate_series(1, ${ROWS}) n;
INSERT INTO procgen.claims (id, fingerprint, holder, lease_ends_at, expires_at, caller)
  SELECT ${hash()}, 'x', ${HOLDER}, now(), now() + n * interval '1 s', ${hash()} FROM generate_series(1, ${ROWS}) n;
INSERT INTO procgen.key_usage SELECT 'key_' || n, 7, 1, 0 FROM generate_series(1, ${ROWS}) n;
INSERT INTO procgen.audit_log (entry) SELECT json_build_object('key', 'key_' || n, 'replaces', 'key_' || n + 1, 'actorKey', 'key_' || n + 2) FROM generate_series(1, ${ROWS}) n;
ANALYZE`);
});
afterAll(() => postgres?.stop());

it.skipIf(!hasPostgres()).each(STATEMENTS)(
  'S-09 %s finds its rows by an index among 200,000',
  async (name, text) => {
    const parameters = PARAMETERS[name] ?? [];
    const sql = text.replace(/\$(\d)/g, (_, number) => parameters[Number(number) - 1] as string);
    const plan = (await postgres.admin(`EXPLAIN ${sql}`)).map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).not.toMatch(
      /Seq Scan on (users|api_keys|key_changes|sign_in_tokens|sessions|claims|audit_log|key_usage)/,
    );
  },
);
