/** A request that is to be answered once. */
export interface Once {
  readonly caller: string;
  /** What the caller calls it, among all requests of the caller. */
  readonly name: string;
  /** Differs for a different request under the same name. */
  readonly fingerprint: string;
}

/** What is kept of the answer to a request. */
export type StoredAnswer =
  | { readonly kind: 'answer'; readonly text: string }
  /** The request was carried out, and its answer is not kept. `id` is that of what it made; null when unknown. */
  | { readonly kind: 'made'; readonly id: string | null };

export type Claim =
  /**
   * The request is the first. Its holder has to settle the claim: with what to keep, or with null to let the next request
   * be the first. If a change noted what the request made, null keeps that. Only the first call counts.
   */
  | { readonly kind: 'first'; settle(answer: StoredAnswer | null): void }
  /** The request was made before. A promise while it runs; null when nothing was kept after all: claim again. */
  | { readonly kind: 'again'; readonly answer: StoredAnswer | Promise<StoredAnswer | null> }
  /** Another request was made under the name. */
  | { readonly kind: 'other' };

/** Answers to requests that may be repeated, kept for 24 hours. */
export interface AnswerStore {
  claim(request: Once): Promise<Claim>;
}
