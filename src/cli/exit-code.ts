/** What the shell is told. */
export const EXIT = {
  fine: 0,
  /** The input has errors; also a crash while serving and a forced stop. */
  faults: 1,
  /** Wrong usage, broken configuration, or something that keeps the command from starting. */
  usage: 2,
  /** `--check` found generated files that are not what a build would write. */
  stale: 3,
  /** `diff` found changes that are not to pass. */
  breaking: 4,
  /** A bug of procgen's own. */
  bug: 70,
} as const;
