/**
 * Runs `work`, which imports code of the project's, so that this code can neither end the process nor write among the
 * machine output: `process.exit` throws where it is called, and what goes to stdout goes to stderr.
 */
export async function guardProcess<T>(work: () => Promise<T>): Promise<T> {
  const { exit } = process;
  const { write } = process.stdout;
  process.exit = (code) => {
    throw new Error(`process.exit(${code ?? ''}) was called.`);
  };
  process.stdout.write = process.stderr.write.bind(process.stderr) as typeof write;
  try {
    return await work();
  } finally {
    process.exit = exit;
    process.stdout.write = write;
  }
}
