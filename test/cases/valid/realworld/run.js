/** `npm run realworld -- --port N`: builds this case with the real command line, then serves it. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const bin = fileURLToPath(new URL('../../../../bin/procgen.js', import.meta.url));
process.chdir(fileURLToPath(new URL('.', import.meta.url)));

const build = spawnSync(process.execPath, [bin, 'build'], { stdio: 'inherit' });
if (build.status === 0) {
  // In this process and not in a child of it, so that a signal arrives once and the exit code is the server's own.
  process.argv = [process.execPath, bin, 'serve', ...process.argv.slice(2)];
  await import(new URL('../../../../bin/procgen.js', import.meta.url).href);
} else process.exitCode = build.status ?? 1;
