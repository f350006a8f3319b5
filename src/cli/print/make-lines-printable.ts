import { makePrintable } from './make-printable.js';

/** Makes each line printable and keeps their ends, for text that may have several, such as a stack. */
export function makeLinesPrintable(text: string): string {
  return text.split(/\r?\n/).map(makePrintable).join('\n');
}
