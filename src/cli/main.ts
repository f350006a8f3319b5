import { createProcessIo, leave } from './process-io.js';
import { run } from './run.js';

/** The command line of this process, from its arguments to its exit. */
export async function main(argv: readonly string[]): Promise<void> {
  await leave(await run(argv, createProcessIo()));
}
