/** The answer of one call: gathered while the call is under way, and written at once when it is over. */
export interface Answer {
  /** Adds prepared headers, names and values by turns, that are not set yet, in ASCII without control characters. */
  add(headers: readonly string[]): void;
  /** Sets a header, in place of what it was. Throws for one that HTTP cannot carry. */
  set(name: string, value: string): void;
  remove(name: string): void;
  /** Names a request header that the answer depends on. */
  vary(field: string | readonly string[]): void;
  /** Makes `text`, a JSON document, the whole answer. */
  sendJson(status: number, text: string): void;
  /** Answers with a status and nothing else: no body, no content type. */
  sendNothing(status: number): void;
  /** Lets it be written, where nobody stands around the call who does. Called once, when the call is over. */
  finish(): void;
}

export const JSON_TYPE = 'application/json; charset=utf-8';
