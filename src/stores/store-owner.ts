/** A line to the process that has a store open. */
export interface StoreOwner {
  readonly pid: number;
  readonly startedAt: Date;
  /**
   * What the owner's `serveCalls` answers. Rejects with the owner's `ProcedureError`, or with a `StoreError`: OWNER_LEFT
   * when the owner left before it read the call, UNAVAILABLE when it takes no calls, UNKNOWN when it was killed or did not
   * answer after it got the call, INSECURE when another process has taken its place.
   */
  call(name: string, input: readonly unknown[]): Promise<unknown>;
  close(): void;
}
