/**
 * The migrations from each version of the schema to the next. Never edit a released one: databases that ran it do not
 * run it again. Servers of the previous version keep running meanwhile, so changes that break their reads come last.
 *
 * Hashes are bytes, times are epoch milliseconds. `seq` is the insertion order. Ids have the collation "C", so that no
 * index depends on a system locale.
 */
export const MIGRATIONS: readonly string[] = [
  `
CREATE TABLE procgen.users (
  id text COLLATE "C" PRIMARY KEY,
  created_at bigint NOT NULL
);
CREATE INDEX ON procgen.users (created_at, id);
CREATE TABLE procgen.api_keys (
  seq bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  id text COLLATE "C" PRIMARY KEY,
  hash bytea NOT NULL UNIQUE,
  pepper_id text COLLATE "C",
  user_id text COLLATE "C" NOT NULL REFERENCES procgen.users,
  name text NOT NULL,
  start text NOT NULL,
  scopes text[] NOT NULL,
  created_at bigint NOT NULL,
  last_used_at bigint,
  expires_at bigint
);
CREATE INDEX ON procgen.api_keys (user_id, created_at DESC, id DESC);
CREATE INDEX ON procgen.api_keys (pepper_id);
CREATE TABLE procgen.key_changes (
  seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  hash bytea NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX ON procgen.key_changes (xid);
CREATE INDEX ON procgen.key_changes (changed_at);
CREATE TABLE procgen.sign_in_tokens (
  hash bytea PRIMARY KEY,
  user_id text COLLATE "C" NOT NULL,
  created_at bigint NOT NULL,
  expires_at bigint NOT NULL
);
CREATE INDEX ON procgen.sign_in_tokens (expires_at);
CREATE TABLE procgen.sessions (
  hash bytea PRIMARY KEY,
  user_id text COLLATE "C" NOT NULL,
  created_at bigint NOT NULL,
  last_seen_at bigint NOT NULL,
  expires_at bigint NOT NULL
);
CREATE INDEX ON procgen.sessions (expires_at);
CREATE TABLE procgen.claims (
  id bytea PRIMARY KEY,
  fingerprint text NOT NULL,
  holder uuid NOT NULL,
  lease_ends_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  is_settled boolean NOT NULL DEFAULT false,
  answer text,
  made_id text
);
CREATE INDEX ON procgen.claims (expires_at);
CREATE TABLE procgen.audit_log (
  seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  entry json NOT NULL
);
`,
  'ALTER TABLE procgen.api_keys ADD COLUMN disabled boolean NOT NULL DEFAULT false',
  `
CREATE TABLE procgen.key_usage (
  key_id text COLLATE "C" NOT NULL,
  day integer NOT NULL,
  calls bigint NOT NULL,
  refusals bigint NOT NULL,
  last json,
  PRIMARY KEY (key_id, day)
);
CREATE INDEX ON procgen.audit_log ((entry->>'key'), seq) WHERE entry->>'key' IS NOT NULL;
CREATE INDEX ON procgen.audit_log ((entry->>'replaces'), seq) WHERE entry->>'replaces' IS NOT NULL;
CREATE INDEX ON procgen.audit_log ((entry->>'actorKey'), seq) WHERE entry->>'actorKey' IS NOT NULL;
CREATE INDEX ON procgen.sessions (user_id);
ALTER TABLE procgen.sessions ADD COLUMN address text, ADD COLUMN browser text;
`,
  `
ALTER TABLE procgen.claims ADD COLUMN caller bytea;
CREATE INDEX ON procgen.claims (caller, expires_at);
`,
];
