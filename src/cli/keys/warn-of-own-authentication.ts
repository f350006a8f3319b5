import type { Io } from '../io.js';
import type { ProjectSettings } from '../load-project-settings.js';

/** Says that what a command made is of little use where the application tells callers by something else. */
export function warnOfOwnAuthentication(
  { authenticate }: ProjectSettings,
  consequence: string,
  io: Io,
): void {
  if (authenticate === undefined) return;
  io.stderr.write(`warning: The configuration has an authenticate of its own: ${consequence}\n`);
}
