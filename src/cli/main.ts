import { createProcessIo, leave } from './process-io.js';
import { run } from './run.js';

/** Runs the command line of this process and exits. */
export async function main(argv: readonly string[]): Promise<void> {
  await leave(await run(argv, createProcessIo()));
}
