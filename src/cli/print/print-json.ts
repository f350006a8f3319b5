import { UNPRINTABLE } from './make-printable.js';

/** The value as indented JSON with a line break at its end, with escapes for what a terminal or a CI runner would act on. */
export function printJson(value: unknown): string {
  const toEscape = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  const text = JSON.stringify(value, null, 2).replace(UNPRINTABLE, (it) => (it === '\n' ? it : toEscape(it)));
  return `${text}\n`;
}
