import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

/**
 * commander. `procgen --help` must feel instant, so it is loaded with `require`, which takes two thirds of the time of
 * `import`, and from `dist` as one file (`scripts/bundle-commander.mjs`).
 */
export const { Command, Option } = loadCommander();

function loadCommander(): typeof import('commander') {
  // The bundles of `dist` are beside this folder.
  const bundled = fileURLToPath(new URL('../cli/commander.cjs', import.meta.url));
  return createRequire(import.meta.url)(existsSync(bundled) ? bundled : 'commander');
}
