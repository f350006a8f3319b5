/**
 * Makes the data of a version's file that of the next version. What it gets is as that version wrote it, parsed; what
 * the last one gives is checked like anything that is read.
 */
export type Upgrade = (data: Record<string, unknown>) => Record<string, unknown>;

/**
 * From version 1 to 2, from 2 to 3, and so on. Whoever changes what the records of the store hold adds one here: a file
 * without a field that every record has to have is refused as damaged.
 */
export const UPGRADES: readonly Upgrade[] = [
  // Version 1 is version 2 without disabled keys.
  (data) => data,
];

/** The oldest version that this procgen reads without a migration. */
export const OLDEST_VERSION = 1;

/** The newest version that this procgen reads and writes. */
export const NEWEST_VERSION = UPGRADES.length + 1;
