/**
 * All statements except those of migrations. Each uses an index, except those of `CONTENTS`. Records are sent to the
 * server as JSON, any number of them in one parameter.
 */
import { READS_ONLY } from './connect-postgres.js';

const KEY = `k.id, encode(k.hash, 'hex') AS hash, k.pepper_id AS "pepperId", k.user_id AS "userId", k.name, k.start, k.scopes,
  k.created_at AS "createdAt", k.last_used_at AS "lastUsedAt", k.expires_at AS "expiresAt", k.disabled`;
const USER = 'id, created_at AS "createdAt"';
const TOKEN = `encode(hash, 'hex') AS hash, user_id AS "userId", created_at AS "createdAt", expires_at AS "expiresAt"`;
const SESSION = `${TOKEN}, last_seen_at AS "lastSeenAt", address, browser`;
const USAGE_OF_KEY = `u.key_id AS id,
  json_agg(json_build_object('day', u.day, 'calls', u.calls, 'refusals', u.refusals) ORDER BY u.day) AS days,
  (array_agg(u.last ORDER BY u.day DESC) FILTER (WHERE u.last IS NOT NULL))[1] AS last`;

export const KEYS = {
  // Selects READS_ONLY, because a standby may not have replayed the deletion of a key.
  findByHashes: `SELECT ${READS_ONLY}, ${KEY}
FROM (VALUES (1)) AS one LEFT JOIN procgen.api_keys k ON k.hash = ANY($1::bytea[])`,
  findById: `SELECT ${KEY} FROM procgen.api_keys k WHERE id = $1`,
  listByUser: `SELECT ${KEY} FROM procgen.api_keys k WHERE user_id = $1 ORDER BY seq DESC`,
  list: `SELECT ${KEY} FROM procgen.api_keys k
WHERE user_id >= $1 AND (user_id > $1 OR created_at < $2 OR (created_at = $2 AND id < $3))
ORDER BY user_id, created_at DESC, id DESC LIMIT $4`,
  count: 'SELECT count(*)::integer AS count FROM procgen.api_keys WHERE user_id = $1',
  lockParent: 'SELECT expires_at AS "expiresAt", disabled FROM procgen.api_keys WHERE id = $1 FOR SHARE',
  lock: `SELECT ${KEY} FROM procgen.api_keys k WHERE id = $1 AND ($2::text IS NULL OR user_id = $2) FOR UPDATE`,
  insert: `INSERT INTO procgen.api_keys
  (id, hash, pepper_id, user_id, name, start, scopes, created_at, last_used_at, expires_at, disabled)
SELECT id, decode(hash, 'hex'), "pepperId", "userId", name, start, ARRAY(SELECT json_array_elements_text(scopes)),
  "createdAt", "lastUsedAt", "expiresAt", disabled
FROM json_to_recordset($1) AS r (id text, hash text, "pepperId" text, "userId" text, name text, start text, scopes json,
  "createdAt" bigint, "lastUsedAt" bigint, "expiresAt" bigint, disabled boolean)`,
  update: 'UPDATE procgen.api_keys SET name = $2, expires_at = $3, disabled = $4 WHERE id = $1',
  shorten: 'UPDATE procgen.api_keys SET expires_at = least(expires_at, $2) WHERE id = $1',
  delete: `DELETE FROM procgen.api_keys k WHERE id = $1 AND ($2::text IS NULL OR user_id = $2) RETURNING ${KEY}`,
  /** Invalidates the key in the caches of other processes, and deletes changes from more than 10 minutes ago. */
  noteChange: `WITH dropped AS (
  DELETE FROM procgen.key_changes WHERE seq IN (
    SELECT seq FROM procgen.key_changes WHERE changed_at < clock_timestamp() - interval '10 minutes'
    ORDER BY changed_at LIMIT 100 FOR UPDATE SKIP LOCKED))
INSERT INTO procgen.key_changes (hash) VALUES ($1)`,
  /** A loose index scan: looks up each pepper in the index instead of reading all keys. */
  listPeppers: `WITH RECURSIVE pepper AS (
  (SELECT pepper_id FROM procgen.api_keys WHERE pepper_id IS NOT NULL ORDER BY pepper_id LIMIT 1)
  UNION ALL
  SELECT (SELECT k.pepper_id FROM procgen.api_keys k WHERE k.pepper_id > pepper.pepper_id ORDER BY k.pepper_id LIMIT 1)
  FROM pepper WHERE pepper_id IS NOT NULL)
SELECT pepper_id AS id FROM pepper WHERE pepper_id IS NOT NULL
UNION ALL (SELECT pepper_id FROM procgen.api_keys WHERE pepper_id IS NULL ORDER BY pepper_id LIMIT 1)`,
  /**
   * Skips a time if another process has stored one less than 50 s before it: each process writes once a minute, at a
   * different second. Rows are locked in the order of their ids, so that processes cannot deadlock.
   */
  recordUses: `WITH used AS (SELECT * FROM json_to_recordset($1) AS r (id text, at bigint)),
locked AS (
  SELECT k.id FROM procgen.api_keys k JOIN used USING (id)
  WHERE k.last_used_at IS NULL OR k.last_used_at <= used.at - 50000
  ORDER BY k.id FOR NO KEY UPDATE OF k)
UPDATE procgen.api_keys k SET last_used_at = used.at FROM used JOIN locked USING (id) WHERE k.id = used.id`,
};

/** Call counts by key and day. */
export const USAGE = {
  find: `SELECT ${USAGE_OF_KEY} FROM procgen.key_usage u WHERE u.key_id = $1 GROUP BY u.key_id`,
  /**
   * Adds counts, and deletes those that are 30 days older than the newest. Rows are locked in the order of their ids,
   * so that processes cannot deadlock.
   */
  add: `WITH used AS (
  SELECT k.id, d.day, d.calls, d.refusals, max(d.day) OVER (PARTITION BY k.id) AS newest, r.last
  FROM json_to_recordset($1) AS r (id text, days json, last json)
  JOIN procgen.api_keys k ON k.id = r.id
  CROSS JOIN LATERAL json_to_recordset(r.days) AS d (day integer, calls bigint, refusals bigint)),
dropped AS (
  DELETE FROM procgen.key_usage WHERE (key_id, day) IN (
    SELECT u.key_id, u.day FROM used JOIN procgen.key_usage u ON u.key_id = used.id AND u.day <= used.newest - 30
    WHERE used.day = used.newest ORDER BY u.key_id, u.day FOR UPDATE OF u SKIP LOCKED))
INSERT INTO procgen.key_usage AS u (key_id, day, calls, refusals, last)
SELECT id, day, calls, refusals, CASE WHEN day = newest THEN last END FROM used ORDER BY id, day
ON CONFLICT (key_id, day) DO UPDATE SET calls = u.calls + excluded.calls, refusals = u.refusals + excluded.refusals,
  last = CASE WHEN (excluded.last->>'at')::bigint >= coalesce((u.last->>'at')::bigint, 0) THEN excluded.last ELSE u.last END`,
  delete: 'DELETE FROM procgen.key_usage WHERE key_id = $1',
};

/** With more changes than this, every key counts as changed. */
export const MAX_CHANGES = 10_000;

/** Propagates key changes to all processes. */
export const CHANGES = {
  /**
   * Selects the changes since transaction $1, and the position for the next query: the oldest transaction that still
   * runs, because it may commit after younger ones. Transaction ids can repeat after a failover, a restore or a crash,
   * so `origin` then differs: the server start time has changed, or the statistics were reset, as after each crash.
   * Cloud providers do not permit functions that reveal more.
   */
  poll: `SELECT ${READS_ONLY}, extract(epoch FROM clock_timestamp())::float8 * 1000 AS time,
  pg_snapshot_xmin(pg_current_snapshot())::text AS position,
  concat_ws(' ', extract(epoch FROM pg_postmaster_start_time()), extract(epoch FROM pg_stat_get_bgwriter_stat_reset_time()),
    pg_relation_filenode('procgen.key_changes'), pg_relation_filenode('procgen.api_keys')) AS origin,
  ARRAY(SELECT encode(hash, 'hex') FROM procgen.key_changes WHERE xid >= $1::text::xid8 LIMIT ${MAX_CHANGES + 1}) AS changed`,
  listen: 'LISTEN procgen_key_changes',
  /** A separate transaction that does not wait for the disk: NOTIFY inside of changes would serialize them. */
  notify: `BEGIN; SET LOCAL synchronous_commit = off; NOTIFY procgen_key_changes; COMMIT`,
};

export const USERS = {
  find: `SELECT ${USER} FROM procgen.users WHERE id = $1`,
  list: `SELECT ${USER} FROM procgen.users WHERE (created_at, id) > ($1, $2) ORDER BY created_at, id LIMIT $3`,
  lock: `SELECT ${USER} FROM procgen.users WHERE id = $1 FOR NO KEY UPDATE`,
  insert: `INSERT INTO procgen.users (id, created_at)
SELECT id, "createdAt" FROM json_to_recordset($1) AS r (id text, "createdAt" bigint)
ON CONFLICT (id) DO NOTHING RETURNING ${USER}`,
};

export const TOKENS = {
  insert: `INSERT INTO procgen.sign_in_tokens (hash, user_id, created_at, expires_at)
SELECT decode(hash, 'hex'), "userId", "createdAt", "expiresAt"
FROM json_to_recordset($1) AS r (hash text, "userId" text, "createdAt" bigint, "expiresAt" bigint)`,
  deleteExpired: deleteExpired('sign_in_tokens'),
  find: `SELECT ${TOKEN} FROM procgen.sign_in_tokens WHERE hash = $1`,
  take: `DELETE FROM procgen.sign_in_tokens WHERE hash = $1 RETURNING ${TOKEN}`,
};

export const SESSIONS = {
  insert: `INSERT INTO procgen.sessions (hash, user_id, created_at, last_seen_at, expires_at, address, browser)
SELECT decode(hash, 'hex'), "userId", "createdAt", "lastSeenAt", "expiresAt", address, browser
FROM json_to_recordset($1) AS r (hash text, "userId" text, "createdAt" bigint, "lastSeenAt" bigint, "expiresAt" bigint,
  address text, browser text)`,
  deleteExpired: deleteExpired('sessions'),
  find: `SELECT ${SESSION} FROM procgen.sessions WHERE hash = $1`,
  listByUser: `SELECT ${SESSION} FROM procgen.sessions WHERE user_id = $1`,
  delete: `DELETE FROM procgen.sessions WHERE hash = $1 RETURNING ${SESSION}`,
  deleteByUser: 'DELETE FROM procgen.sessions WHERE user_id = $1 RETURNING 1',
  recordSeen: `WITH seen AS (SELECT decode(hash, 'hex') AS hash, at FROM json_to_recordset($1) AS r (hash text, at bigint)),
locked AS (SELECT s.hash FROM procgen.sessions s JOIN seen USING (hash) ORDER BY s.hash FOR NO KEY UPDATE OF s)
UPDATE procgen.sessions s SET last_seen_at = seen.at FROM seen JOIN locked USING (hash)
WHERE s.hash = seen.hash AND s.last_seen_at < seen.at`,
};

export const AUDIT = {
  insert: 'INSERT INTO procgen.audit_log (entry) SELECT json_array_elements($1)',
  /** Searches only the newest entries of all users, which avoids an index that each change would have to write. */
  listByUser: `SELECT entry FROM (SELECT seq, entry FROM procgen.audit_log ORDER BY seq DESC LIMIT 20000) AS newest
WHERE entry->>'user' = $1 ORDER BY seq DESC OFFSET $2 LIMIT $3`,
  listByKey: `SELECT entry FROM procgen.audit_log WHERE seq = ANY (ARRAY(
  (SELECT seq FROM procgen.audit_log WHERE entry->>'key' = $1 ORDER BY seq DESC LIMIT $2)
  UNION (SELECT seq FROM procgen.audit_log WHERE entry->>'replaces' = $1 ORDER BY seq DESC LIMIT $2)
  UNION (SELECT seq FROM procgen.audit_log WHERE entry->>'actorKey' = $1 ORDER BY seq DESC LIMIT $2)))
ORDER BY seq DESC LIMIT $2`,
};

/** The limits of stored responses per caller: their number and bytes. */
export const CALLER_LIMITS = { maxAnswers: 10_000, maxBytes: 32 * 1_048_576 };

/** Claims of requests, and their responses. */
export const ANSWERS = {
  claim: `WITH dropped AS (
  DELETE FROM procgen.claims WHERE id IN (
    SELECT id FROM procgen.claims WHERE expires_at <= clock_timestamp() AND id <> $1
    ORDER BY expires_at LIMIT 100 FOR UPDATE SKIP LOCKED))
INSERT INTO procgen.claims (id, fingerprint, holder, lease_ends_at, expires_at, caller)
VALUES ($1, $2, $3, clock_timestamp() + interval '10 seconds', clock_timestamp() + interval '24 hours', $4)
ON CONFLICT (id) DO NOTHING RETURNING 1`,
  find: `SELECT fingerprint, answer, made_id AS "createdId", is_settled OR lease_ends_at <= clock_timestamp() AS "isOver",
  expires_at <= clock_timestamp() AS "isExpired"
FROM procgen.claims WHERE id = $1`,
  deleteExpired: 'DELETE FROM procgen.claims WHERE id = $1 AND expires_at <= clock_timestamp()',
  /** Skips rows that a change has locked; the next renewal includes them. */
  renew: `UPDATE procgen.claims SET lease_ends_at = clock_timestamp() + interval '10 seconds' WHERE id IN (
  SELECT id FROM procgen.claims WHERE id = ANY($1::bytea[]) AND holder = $2 AND NOT is_settled
  FOR NO KEY UPDATE SKIP LOCKED)`,
  settle: `UPDATE procgen.claims SET is_settled = true, answer = $3, made_id = coalesce(made_id, $4)
WHERE id = $1 AND holder = $2 RETURNING answer, made_id AS "createdId"`,
  /** Deletes the claim, unless a change recorded what the request created. */
  release: `WITH dropped AS (DELETE FROM procgen.claims WHERE id = $1 AND holder = $2 AND made_id IS NULL)
UPDATE procgen.claims SET is_settled = true WHERE id = $1 AND holder = $2 AND made_id IS NOT NULL
RETURNING answer, made_id AS "createdId"`,
  recordCreated: 'UPDATE procgen.claims SET made_id = coalesce(made_id, $2) WHERE id = $1',
  /** Deletes the oldest responses of a caller over the limit, except claims of requests that may still run. */
  evictOldest: `DELETE FROM procgen.claims WHERE id IN (
  SELECT id FROM procgen.claims WHERE id = ANY (ARRAY(
    SELECT id FROM (
      SELECT id, row_number() OVER newest AS number, sum(octet_length(answer)) OVER newest AS bytes
      FROM procgen.claims WHERE caller = $1
      WINDOW newest AS (ORDER BY expires_at DESC ROWS UNBOUNDED PRECEDING)) AS own
    WHERE number > ${CALLER_LIMITS.maxAnswers} OR bytes > ${CALLER_LIMITS.maxBytes} LIMIT 1000))
  AND (is_settled OR lease_ends_at <= clock_timestamp()) FOR UPDATE SKIP LOCKED)`,
};

/** For copying a whole store. Only these statements read all rows. */
export const CONTENTS = {
  /** Reads everything as of one moment. The longer timeout allows for writing the target between two statements. */
  snapshot: `SET TRANSACTION ISOLATION LEVEL REPEATABLE READ;
SET LOCAL idle_in_transaction_session_timeout = 60000`,
  /** Blocks other changes. The longer timeout allows for reading the source between two statements. */
  lock: `SET LOCAL idle_in_transaction_session_timeout = 60000;
LOCK TABLE procgen.users, procgen.api_keys, procgen.sign_in_tokens, procgen.sessions, procgen.key_usage IN EXCLUSIVE MODE`,
  isEmpty: `SELECT NOT (EXISTS (SELECT FROM procgen.users) OR EXISTS (SELECT FROM procgen.api_keys)
  OR EXISTS (SELECT FROM procgen.sign_in_tokens) OR EXISTS (SELECT FROM procgen.sessions)) AS "isEmpty"`,
  counts: `SELECT (SELECT count(*)::integer FROM procgen.api_keys) AS keys,
  (SELECT count(*)::integer FROM procgen.users) AS users,
  (SELECT count(*)::integer FROM procgen.sign_in_tokens) AS "signInTokens",
  (SELECT count(*)::integer FROM procgen.sessions) AS sessions`,
  keys: `SELECT ${KEY} FROM procgen.api_keys k ORDER BY seq`,
  users: `SELECT ${USER} FROM procgen.users ORDER BY created_at, id`,
  signInTokens: `SELECT ${TOKEN} FROM procgen.sign_in_tokens ORDER BY created_at, hash`,
  sessions: `SELECT ${SESSION} FROM procgen.sessions ORDER BY created_at, hash`,
  usage: `SELECT ${USAGE_OF_KEY} FROM procgen.key_usage u GROUP BY u.key_id ORDER BY u.key_id`,
};

/** Skips rows that another process is deleting. */
function deleteExpired(table: string): string {
  return `DELETE FROM procgen.${table} WHERE hash IN (
  SELECT hash FROM procgen.${table} WHERE expires_at <= $1 ORDER BY expires_at LIMIT 1000 FOR UPDATE SKIP LOCKED)`;
}
