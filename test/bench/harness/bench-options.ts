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
  /** Of `outside`: the major versions of Node, undefined for all. */
  readonly nodes: readonly string[] | undefined;
  /** Of `outside`: the names of servers, undefined for all. */
  readonly servers: readonly string[] | undefined;
  /** Of `outside`: the processes of each server, undefined for as many as are planned. */
  readonly processes: number | undefined;
  /** Of `outside`: one Node, few processes, and no further routes. */
  readonly isQuick: boolean;
  /** Of `outside`: whether what earlier runs measured is thrown away. */
  readonly isFresh: boolean;
}
