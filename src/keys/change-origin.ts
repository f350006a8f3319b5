import type { Once } from '../stores/answer-store.js';
import type { KeyRecord } from './api-keys.js';

/** Where a change comes from, for the audit log. */
export interface ChangeOrigin {
  /** The user's id, or `cli` for the terminal; null for a caller who is nobody yet. */
  readonly actor: string | null;
  /** The key that asks, when one does: what is made with it can do no more and live no longer. */
  readonly parentKey?: KeyRecord | null;
  /** The caller's address; null from the terminal, which alone has none. */
  readonly address: string | null;
  readonly requestId: string | null;
  /** The request, when it holds a claim: the id of a key that it makes is noted there. */
  readonly claimed?: Once | undefined;
}

/** Whoever can run commands beside the store. */
export const TERMINAL: ChangeOrigin = { actor: 'cli', address: null, requestId: null };
