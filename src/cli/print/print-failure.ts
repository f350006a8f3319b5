import { type Colors, PLAIN } from '../colors.js';
import { makeLinesPrintable } from './make-printable.js';

/** What kept a command from doing its work, and what to do about it, for stderr. */
export function printFailure(
  { message, help }: { readonly message: string; readonly help: string | undefined },
  colors: Colors = PLAIN,
): string {
  const advice = help ? `${colors.cyan('help:')} ${makeLinesPrintable(help)}\n` : '';
  return `${colors.bold(colors.red('error:'))} ${makeLinesPrintable(message)}\n${advice}`;
}
