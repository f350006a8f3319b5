/** The result of migrating a store to the newest version. */
export interface Migration {
  /** The path of the store. */
  readonly path: string;
  readonly from: number;
  readonly to: number;
  /** The path of the backup; null if there was nothing to migrate. */
  readonly backup: string | null;
}
