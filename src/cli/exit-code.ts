/** The exit codes of all commands. */
export const EXIT = {
  fine: 0,
  /** The input has errors; also a crash while serving and a forced stop. */
  errors: 1,
  /** Wrong usage, broken configuration, or something that keeps the command from starting. */
  usage: 2,
  /** `--check` found stale generated files. */
  stale: 3,
  /** `diff` found changes that reach `--fail-on`. */
  breaking: 4,
  /** A bug of procgen. */
  bug: 70,
} as const;
