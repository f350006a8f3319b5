import { CliFailure } from '../cli-failure.js';

/** Throws when a file would be written over that no build has written. */
export function refuseForeignFiles(paths: readonly string[]): void {
  if (paths.length > 0) throw explainForeign(paths);
}

export function explainForeign([first, ...others]: readonly string[]): CliFailure {
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  return new CliFailure(`"${first}" was not written by procgen${more}; nothing was written.`, {
    help: 'Choose another folder, or move the file out of the way.',
  });
}
