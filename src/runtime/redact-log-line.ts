import { redactKeys } from '../keys/key-format.js';

const NAMES = '(?:proxy-)?authorization|(?:set-)?cookie';
const STRING = String.raw`"(?:[^"\\]|\\.)*"`;
/** A quote inside a JSON string; an unescaped one would end it. */
const INNER_QUOTE = String.raw`(?:\\+"|')?`;

/** `"cookie":"…"` at any depth, `"set-cookie":["…","…"]`, and the pairs of `rawHeaders`: `"Cookie","…"`. */
const FIELD = new RegExp(String.raw`("(?:${NAMES})"[:,])(?:${STRING}|\[(?:${STRING},?)*\])`, 'gi');

/** `Authorization: …` inside a string, to the end of that line of its text; what was printed before may be quoted. */
const TEXT = new RegExp(String.raw`((?:${NAMES})${INNER_QUOTE}\s*:\s*)(?:[^"\\]|\\[^rn])+`, 'gi');

/** A line of JSON without credentials: what such headers say, wherever they were logged, and whatever looks like a key. */
export function redactLogLine(line: string): string {
  return redactKeys(line.replace(FIELD, '$1"[redacted]"').replace(TEXT, '$1[redacted]'));
}
