import { createHash } from 'node:crypto';
import { encodeText } from '../encode-text.js';

/** The last text of each generated file, and its hash. */
const remembered = new Map<string, { readonly text: string; readonly hash: string }>();

/**
 * The hash of a text that stands in a generated file, or is to: in a process that builds again and again, what it finds there
 * is most often what it wrote, and the description stands in two places.
 */
export function hashOutput(path: string, text: string): string {
  const same = [...remembered.values()].find((each) => each.text === text);
  const hash = same?.hash ?? hashLarge(text);
  remembered.set(path, { text, hash });
  return hash;
}

/** As `hashText`, piece by piece. */
function hashLarge(text: string): string {
  const hash = createHash('sha256');
  for (const piece of encodeText(text)) hash.update(piece);
  return hash.digest('hex');
}
