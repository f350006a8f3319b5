const UTF8 = new TextDecoder('utf-8', { fatal: true });

/**
 * The text behind a percent-encoded part of a URL, or undefined when its encoding is broken or is not UTF-8.
 * Bytes that came without being encoded stand in Node's URL as Latin-1 characters and are read as UTF-8 too.
 */
export function decodeComponent(encoded: string): string | undefined {
  try {
    return decodeURIComponent(hasRawBytes(encoded) ? UTF8.decode(Buffer.from(encoded, 'latin1')) : encoded);
  } catch {
    return undefined;
  }
}

function hasRawBytes(text: string): boolean {
  for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) > 0x7f) return true;
  return false;
}
