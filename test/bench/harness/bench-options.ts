/** How much of a bench is run. */
export interface BenchOptions {
  readonly rounds: number;
  /** Of the operations that give figures worth reading: 1, or less to see that a bench still runs. */
  readonly share: number;
  /** Of the projects that are built, in procedures; undefined for all that there are. */
  readonly sizes: readonly number[] | undefined;
  /** Whether each table is followed by a CPU profile of ours, printed and written to a file. */
  readonly profile: boolean;
  /** The folder of another checkout with its `dist/`, which is measured in turn with this one; ends in a slash. */
  readonly against: string | undefined;
}
