import { UNPRINTABLE } from './make-printable.js';

/** Indented JSON with a final line break, in which control sequences of terminals and CI runners are escaped. */
export function printJson(value: unknown): string {
  const toEscape = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  const text = JSON.stringify(value, null, 2).replace(UNPRINTABLE, (character) =>
    character === '\n' ? character : toEscape(character),
  );
  return `${text}\n`;
}
