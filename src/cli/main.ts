import { createProcessIo, exitWhenFlushed } from './process-io.js';
import { run } from './run.js';

/** Runs the command line of this process and exits. */
export async function main(argv: readonly string[]): Promise<void> {
  await exitWhenFlushed(await run(argv, createProcessIo()));
}
