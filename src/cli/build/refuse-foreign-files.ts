import { CliFailure } from '../cli-failure.js';

/** Throws when a file would be written over that no build has written. */
export function refuseForeignFiles(paths: readonly string[]): void {
  const [first, ...others] = paths;
  if (first === undefined) return;
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  throw new CliFailure(`"${first}" was not written by procgen${more}; nothing was written.`, {
    help: 'Choose another folder, or move the file out of the way.',
  });
}
