import type { AnswerStore } from './answer-store.js';
import type { AuditTrail } from './audit-trail.js';
import type { KeyStore } from './key-store.js';
import type { SessionStore } from './session-store.js';
import type { StoreContents } from './store-contents.js';
import type { StoreCounts } from './store-report.js';
import type { UsageStore } from './usage-store.js';
import type { UserStore } from './user-store.js';

/** The persistent state of a service, behind one driver. */
export interface Store {
  readonly keys: KeyStore;
  readonly usage: UsageStore;
  readonly users: UserStore;
  readonly sessions: SessionStore;
  readonly audit: AuditTrail;
  readonly answers: AnswerStore;
  /** The store's clock, in epoch milliseconds. All processes use it for expiry, sign-ins, links and audit entries. */
  now(): number;
  /**
   * Copies all parts into this empty store, atomically, and returns the number of records. Rejects with NOT_EMPTY if
   * the store has any contents, and with any error of `parts`. After a failure or a crash the store holds all parts or
   * nothing.
   */
  fill(parts: AsyncIterable<StoreContents>): Promise<StoreCounts>;
  /** Whether the store can be read and written now. */
  isReady(): Promise<boolean>;
  /**
   * Handles the calls that other processes make through `connectStoreOwner`. Drivers that any process can open never
   * get such calls.
   */
  serveCalls(answer: AnswerCall): void;
  /** Answers pending calls, waits for running writes, then lets another process open the store. */
  close(): Promise<void>;
}

/** Handles one call by name. Values are JSON plus `Date`. Errors reach the caller as a `ProcedureError`. */
export type AnswerCall = (name: string, input: readonly unknown[]) => Promise<unknown>;
