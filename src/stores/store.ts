import type { AnswerStore } from './answer-store.js';
import type { AuditTrail } from './audit-trail.js';
import type { KeyStore } from './key-store.js';
import type { SessionStore } from './session-store.js';
import type { StoreContents } from './store-contents.js';
import type { StoreCounts } from './store-report.js';
import type { UsageStore } from './usage-store.js';
import type { UserStore } from './user-store.js';

/** Everything that has to outlive the process, behind one driver. */
export interface Store {
  readonly keys: KeyStore;
  readonly usage: UsageStore;
  readonly users: UserStore;
  readonly sessions: SessionStore;
  readonly audit: AuditTrail;
  readonly answers: AnswerStore;
  /** The store's clock, in epoch milliseconds. Expiry, sign-ins, links and audit entries go by it, whatever process asks. */
  now(): number;
  /**
   * Puts all parts into a store that holds nothing, in one change, and counts what they hold. Rejects with NOT_EMPTY when
   * the store holds something, and with what `parts` throws; wherever it ends, the store holds all of them or nothing.
   */
  fill(parts: AsyncIterable<StoreContents>): Promise<StoreCounts>;
  /** Whether the store can be read and written. */
  isReady(): Promise<boolean>;
  /**
   * Answers the calls that other processes make through `connectStoreOwner`. A driver that any process can open
   * gets no such calls.
   */
  serveCalls(answer: AnswerCall): void;
  /** Answers the calls that arrived, waits for what is being written, then lets another process have the store. */
  close(): Promise<void>;
}

/** Answers one call by name. Values are JSON plus `Date`; what it throws reaches the caller as a `ProcedureError`. */
export type AnswerCall = (name: string, input: readonly unknown[]) => Promise<unknown>;
