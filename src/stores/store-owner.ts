/** A connection to the process that has a store open. */
export interface StoreOwner {
  readonly pid: number;
  readonly startedAt: Date;
  /**
   * Calls the owner's `serveCalls` function and resolves to its result. Rejects with the owner's `ProcedureError`, or
   * with a `StoreError`: OWNER_LEFT if the owner closed the store before it read the call, UNAVAILABLE if it takes no
   * calls, UNKNOWN if it was killed or did not respond after it received the call, INSECURE if another process has
   * taken its place.
   */
  call(name: string, input: readonly unknown[]): Promise<unknown>;
  close(): void;
}
