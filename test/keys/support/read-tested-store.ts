import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readTables } from '../../stores/postgres/read-tables.js';
import { readTestedUrl } from './open-tested-keyring.js';

/** What a store has written, read behind its back. */
export interface WrittenStore {
  /** Keys, users and sessions, as text. */
  readRecords(): Promise<string>;
  readAudit(): Promise<Record<string, unknown>[]>;
  /** All that it has written, as text. */
  readAll(): Promise<string>;
}

/** Reads the store of `openTestedKeyring`, in the same folder. */
export function readTestedStore(folder: string): WrittenStore {
  const url = readTestedUrl();
  if (url !== undefined) return readDatabase(url);
  return {
    readRecords: async () => readFileSync(join(folder, 'store.json'), 'utf8'),
    readAudit: async () =>
      readFileSync(join(folder, 'store.json.audit.jsonl'), 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line)),
    readAll: async () => readFiles(folder),
  };
}

const RECORDS = ['users', 'api_keys', 'sign_in_tokens', 'sessions'];
const OTHERS = ['key_changes', 'claims', 'audit_log'];

interface AuditRow {
  readonly seq: number;
  readonly entry: Record<string, unknown>;
}

function readDatabase(url: string): WrittenStore {
  return {
    readRecords: async () => JSON.stringify(await readTables(url, RECORDS)),
    readAudit: async () => {
      const rows = (await readTables(url, ['audit_log'])) as readonly AuditRow[];
      return rows.toSorted((one, other) => one.seq - other.seq).map(({ entry }) => entry);
    },
    readAll: async () => JSON.stringify(await readTables(url, [...RECORDS, ...OTHERS])),
  };
}

/** Every byte of the files below `folder` whose names end so; those that go away meanwhile, as temporaries do, are left out. */
export function readFiles(folder: string, ending = ''): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .map((entry) => {
      try {
        return readFileSync(join(entry.parentPath, entry.name), 'utf8');
      } catch {
        return '';
      }
    })
    .join('\n');
}
