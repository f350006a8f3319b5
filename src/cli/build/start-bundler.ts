/**
 * Go lets a process take twice what it needs. From here on the bundler collects its garbage sooner, which costs no time on a
 * second core: with 10,000 procedures it needs most of this.
 */
const MEMORY_LIMIT = '560MiB';

/** Started beforehand: a process that is started takes a copy of the environment, as if everything in it mattered. */
export async function startBundler(): Promise<void> {
  const { startBundler: start } = await import('../../compiler/load/start-bundler.js');
  const { GOMEMLIMIT } = process.env;
  // The bundler has its copy when the call is made. Nobody else is told.
  process.env.GOMEMLIMIT ??= MEMORY_LIMIT;
  const starting = start();
  if (GOMEMLIMIT === undefined) delete process.env.GOMEMLIMIT;
  await starting;
}
