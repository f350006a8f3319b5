/** `undefined` values are omitted. */
export type AuditValue = string | number | readonly string[] | null | undefined;

/** One line of the audit log. It never holds a secret. */
export interface AuditEntry {
  /** RFC 3339, UTC. */
  readonly time: string;
  /** What happened, such as `key.created`. */
  readonly event: string;
  /** Who did it: a user's id, or `cli`; null when unknown. */
  readonly actor: string | null;
  /** The id of the affected key. */
  readonly key: string | null;
  /** The id of the affected user. */
  readonly user: string | null;
  readonly address: string | null;
  readonly requestId: string | null;
  /** Further details of the event. */
  readonly [detail: string]: AuditValue;
}

/**
 * Returns the audit entries of a change, from its outcome. The store calls it inside the change, only if something
 * changed, and again if it retries the change. The change and its entries are stored atomically.
 */
export type AuditOf<Outcome> = (outcome: Outcome) => readonly AuditEntry[];

/** A range of a list, counted from the newest item. */
export interface EntryRange {
  readonly skip: number;
  readonly limit: number;
}

/** The audit log. Entries never change. */
export interface AuditTrail {
  /** Adds an entry that belongs to no change, such as a rejection. Once resolved, it outlives a crash of the process. */
  append(entry: AuditEntry): Promise<void>;
  /** Lists the entries about a user, newest first. How far back they reach depends on the driver. */
  listByUser(userId: string, range: EntryRange): Promise<readonly AuditEntry[]>;
  /**
   * Lists at most `limit` stored entries of a key, newest first: what happened to it or to its replacement, and changes
   * made with it.
   */
  listByKey(keyId: string, limit: number): Promise<readonly AuditEntry[]>;
}

/** Whether the entry is about the key, its replacement, or a change made with it. */
export function concernsKey({ key, replaces, actorKey }: AuditEntry, keyId: string): boolean {
  return [key, replaces, actorKey].includes(keyId);
}
