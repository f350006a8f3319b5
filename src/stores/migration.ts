/** What was done to bring a store to the newest version. */
export interface Migration {
  /** The store. */
  readonly path: string;
  readonly from: number;
  readonly to: number;
  /** Where the store as it was before stands; null when there was nothing to do. */
  readonly backup: string | null;
}
