/** What JSON leaves as it is and `makePrintable` does not: characters that terminals act on, and `##[…]` of CI runners. */
const UNPRINTABLE = /#(?=#\w*\[)|[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/** The value as indented JSON with a line break at its end, with escapes for what a terminal or a CI runner would act on. */
export function printJson(value: unknown): string {
  const text = JSON.stringify(value, null, 2).replace(
    UNPRINTABLE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return `${text}\n`;
}
