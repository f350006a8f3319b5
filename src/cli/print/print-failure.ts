import { type Colors, PLAIN } from '../colors.js';
import { makeLinesPrintable } from './make-printable.js';

/** A failure and its help, for stderr. */
export function printFailure(
  { message, help }: { readonly message: string; readonly help: string | undefined },
  colors: Colors = PLAIN,
): string {
  const advice = help ? `${colors.cyan('help:')} ${makeLinesPrintable(help)}\n` : '';
  return `${colors.bold(colors.red('error:'))} ${makeLinesPrintable(message)}\n${advice}`;
}
