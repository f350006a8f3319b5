/**
 * Decodes a percent-encoded part of a URL; undefined for broken encoding or invalid UTF-8. Unencoded non-ASCII bytes
 * never get here, because Node's parser rejects them.
 */
export function decodeComponent(encoded: string): string | undefined {
  const first = encoded.indexOf('%');
  if (first < 0) return encoded;
  const text = decodeAscii(encoded, first);
  if (text !== undefined) return text;
  try {
    return decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}

/** Undefined if more than ASCII is encoded. decodeURIComponent takes several times as long. */
function decodeAscii(encoded: string, first: number): string | undefined {
  let text = '';
  let start = 0;
  for (let percent = first; percent >= 0; percent = encoded.indexOf('%', start)) {
    const code = readHexDigit(encoded, percent + 1) * 16 + readHexDigit(encoded, percent + 2);
    if (!(code < 0x80)) return undefined;
    text += encoded.slice(start, percent) + String.fromCharCode(code);
    start = percent + 3;
  }
  return text + encoded.slice(start);
}

function readHexDigit(text: string, index: number): number {
  const code = text.charCodeAt(index);
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const letter = (code | 0x20) - 0x61;
  return letter >= 0 && letter < 6 ? letter + 10 : Number.NaN;
}
