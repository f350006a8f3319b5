/**
 * The text behind a percent-encoded part of a URL, or undefined when its encoding is broken or is not UTF-8. Bytes
 * that are not encoded at all never come this far: Node's parser refuses them.
 */
export function decodeComponent(encoded: string): string | undefined {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}
