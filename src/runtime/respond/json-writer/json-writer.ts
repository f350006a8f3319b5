/**
 * Checks a value by its schema, and prints of it what the schema names, in one pass. Undefined means nothing but that
 * this is for zod to say: the value may be wrong, or be right in a way that is not known here.
 */
export type JsonWriter = (value: unknown) => string | undefined;

/** What says so in the code of one. */
export const GIVE_UP = 'return undefined;';

/** How a value is appended to `text`: statements, and what literally stands before and behind what they append. */
export interface Appending {
  readonly open: string;
  readonly code: string;
  readonly close: string;
}
