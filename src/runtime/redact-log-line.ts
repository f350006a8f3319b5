import { redactKeys } from '../keys/key-format.js';

/** As patterns: those that carry credentials whoever configures what. */
const KNOWN = ['(?:proxy-)?authorization', '(?:set-)?cookie'];
const STRING = String.raw`"(?:[^"\\]|\\.)*"`;
/** A quote inside a JSON string; an unescaped one would end it. */
const INNER_QUOTE = String.raw`(?:\\+"|')?`;

/**
 * Prepares what takes credentials out of a line of JSON: what their headers say, wherever they were logged, and whatever
 * looks like a key. `headers` are the names of such headers beside `Authorization` and those of cookies.
 */
export function createLineRedactor(headers: Iterable<string> = []): (line: string) => string {
  const names = [...KNOWN, ...[...headers].map(escapePattern)].join('|');
  /** `"cookie":"…"` at any depth, `"set-cookie":["…","…"]`, and the pairs of `rawHeaders`: `"Cookie","…"`. */
  const field = new RegExp(String.raw`("(?:${names})"[:,])(?:${STRING}|\[(?:${STRING},?)*\])`, 'gi');
  /** `Authorization: …` inside a string, to the end of that line of its text; what was printed before may be quoted. */
  const text = new RegExp(String.raw`((?:${names})${INNER_QUOTE}\s*:\s*)(?:[^"\\]|\\[^rn])+`, 'gi');
  return (line) => redactKeys(line.replace(field, '$1"[redacted]"').replace(text, '$1[redacted]'));
}

function escapePattern(name: string): string {
  return name.replace(/[^\w-]/g, String.raw`\$&`);
}
