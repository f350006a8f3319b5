import type { IdempotentRequest } from '../stores/answer-store.js';
import type { KeyRecord } from './api-keys.js';

/** The origin of a change, for the audit log. */
export interface ChangeOrigin {
  /** The user's id, or `cli` for the terminal; null for an unauthenticated caller. */
  readonly actor: string | null;
  /** The key that authenticated the request, if any. Keys created with it can do no more and live no longer. */
  readonly parentKey?: KeyRecord | null;
  /** The caller's address; null only for the terminal. */
  readonly address: string | null;
  readonly requestId: string | null;
  /** The request, if it holds a claim. The id of a key that it creates is recorded there. */
  readonly claimed?: IdempotentRequest | undefined;
}

/** Commands run by a user with access to the store. */
export const CLI_ORIGIN: ChangeOrigin = { actor: 'cli', address: null, requestId: null };
