/** `undefined` is not written. */
export type AuditValue = string | number | readonly string[] | null | undefined;

/** One line of the audit log. It never holds a secret. */
export interface AuditEntry {
  /** RFC 3339, UTC. */
  readonly time: string;
  /** What happened, such as `key.created`. */
  readonly event: string;
  /** Who did it: a user's id, or `cli`; null when nobody knows. */
  readonly actor: string | null;
  /** The id of the key that it happened to. */
  readonly key: string | null;
  /** The user that it happened to. */
  readonly user: string | null;
  readonly address: string | null;
  readonly requestId: string | null;
  /** What else is worth knowing of this event. */
  readonly [detail: string]: AuditValue;
}

/**
 * The audit entries of a change, from its outcome. A store calls it inside the change, only where something changed, and
 * again when it tries the change again. The change and its entries are stored together, or neither is.
 */
export type AuditOf<Outcome> = (outcome: Outcome) => readonly AuditEntry[];

/** A part of a list, from the newest item on. */
export interface EntryRange {
  readonly skip: number;
  readonly limit: number;
}

/** The audit entries. They are never changed. */
export interface AuditTrail {
  /** Adds an entry that belongs to no change, such as a refusal. Resolves when it has left this process: its end, however sudden, does not take it back. */
  append(entry: AuditEntry): Promise<void>;
  /** The entries about a user, the newest first. How far back they reach is the driver's matter. */
  listByUser(userId: string, range: EntryRange): Promise<readonly AuditEntry[]>;
  /**
   * The entries of a key, the newest first, at most `limit` and as far as they are kept: what happened to it or to the one in
   * its place, and what was changed with it.
   */
  listByKey(keyId: string, limit: number): Promise<readonly AuditEntry[]>;
}

/** Whether the entry is one of the key's. */
export function concernsKey({ key, replaces, actorKey }: AuditEntry, keyId: string): boolean {
  return [key, replaces, actorKey].includes(keyId);
}
