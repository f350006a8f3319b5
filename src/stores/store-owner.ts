/** A line to the process that has a store open. */
export interface StoreOwner {
  readonly pid: number;
  readonly startedAt: Date;
  /**
   * What the owner's `serveCalls` answers. Rejects with the owner's `ProcedureError`, with OWNER_LEFT when the
   * owner was gone before it looked at the call, with UNAVAILABLE when it was killed meanwhile or does not answer, with
   * INSECURE when another process has taken its place.
   */
  call(name: string, input: readonly unknown[]): Promise<unknown>;
  close(): void;
}
