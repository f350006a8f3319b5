/** Beyond this many characters JSON.stringify, which looks at several at a time, is the faster one. */
const SHORT = 200;

/** All but what JSON prints as it is. Halves of pairs are among the rest: those that stand alone are escaped. */
const ODD = /[^ !#-[\]-\ud7ff\ue000-\uffff]/;

/** As JSON.stringify prints a string. */
export function printString(text: string): string {
  return text.length > SHORT || ODD.test(text) ? JSON.stringify(text) : `"${text}"`;
}
