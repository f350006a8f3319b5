/** A request that must be processed at most once. */
export interface IdempotentRequest {
  readonly caller: string;
  /** The caller's name for the request, unique among the caller's requests. */
  readonly name: string;
  /** Differs between different requests with the same name. */
  readonly fingerprint: string;
}

/** What is stored of the response to a request. */
export type StoredAnswer =
  | { readonly kind: 'answer'; readonly text: string }
  /** The request was processed; its response is not stored. `id` is that of what it created; null when unknown. */
  | { readonly kind: 'processed'; readonly id: string | null };

export type Claim =
  /**
   * The request is the first with its name. Its holder must call `settle`: with what to store, or with null to let the
   * next request be the first. Null still stores the id of what the request created, if a change recorded one. Only the
   * first call counts.
   */
  | { readonly kind: 'first'; settle(answer: StoredAnswer | null): void }
  /** The request was made before. A promise while it runs; null if nothing was stored after all: claim again. */
  | { readonly kind: 'again'; readonly answer: StoredAnswer | Promise<StoredAnswer | null> }
  /** A different request with the same name was made before. */
  | { readonly kind: 'other' };

/** Responses to requests that may be repeated, stored for 24 hours. */
export interface AnswerStore {
  claim(request: IdempotentRequest): Promise<Claim>;
}
