/**
 * Converts the data of one version to the next. The input is parsed but not validated; the output of the last upgrade
 * is validated like any data that is read.
 */
export type Upgrade = (data: Record<string, unknown>) => Record<string, unknown>;

/**
 * The upgrades from version 1 to 2, from 2 to 3, and so on. Add one whenever the records of the store change: a file
 * without a required field is rejected as damaged.
 */
export const UPGRADES: readonly Upgrade[] = [
  // Version 1 is version 2 without disabled keys.
  (data) => data,
];

/** The oldest version that this procgen reads without a migration. */
export const OLDEST_VERSION = 1;

/** The newest version that this procgen reads and writes. */
export const NEWEST_VERSION = UPGRADES.length + 1;
