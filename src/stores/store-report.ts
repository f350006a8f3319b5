import type { StoreErrorCode } from './store-error.js';

export interface StoreFault {
  /** EXPOSED: others can get at the store. With every other code no server starts on it. */
  readonly code: StoreErrorCode | 'EXPOSED';
  /** Names the store and the cause, and holds no secret. */
  readonly message: string;
}

/** What is known of a store without opening it. */
export interface StoreReport {
  /** Where it really stands; in PostgreSQL the URL without user, password and parameters. */
  readonly path: string;
  /** Of its format; null when it cannot be read. */
  readonly version: number | null;
  readonly counts: StoreCounts | null;
  /** The process that has it open. */
  readonly owner: { readonly pid: number; readonly startedAt: Date } | null;
  /** Temporary files of killed processes. The next start removes them. */
  readonly leftovers: readonly string[];
  readonly faults: readonly StoreFault[];
}

export interface StoreCounts {
  readonly keys: number;
  readonly users: number;
  readonly signInTokens: number;
  readonly sessions: number;
}
