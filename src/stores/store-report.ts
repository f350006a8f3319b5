import type { StoreErrorCode } from './store-error.js';

export interface StoreProblem {
  /** EXPOSED: other users can access the store. With every other code no server starts on it. */
  readonly code: StoreErrorCode | 'EXPOSED';
  /** Names the store and the cause, and contains no secret. */
  readonly message: string;
}

/** The state of a store, determined without opening it. */
export interface StoreReport {
  /** The real path of the store; for PostgreSQL the URL without user, password and parameters. */
  readonly path: string;
  /** The format version; null if it cannot be read. */
  readonly version: number | null;
  readonly counts: StoreCounts | null;
  /** The process that has the store open. */
  readonly owner: { readonly pid: number; readonly startedAt: Date } | null;
  /** Temporary files of killed processes. The next start deletes them. */
  readonly leftovers: readonly string[];
  readonly faults: readonly StoreProblem[];
}

export interface StoreCounts {
  readonly keys: number;
  readonly users: number;
  readonly signInTokens: number;
  readonly sessions: number;
}
