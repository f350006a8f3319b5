/**
 * The text behind a percent-encoded part of a URL, or undefined when its encoding is broken or is not UTF-8. Bytes
 * that are not encoded at all never come this far: Node's parser refuses them.
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

/** Undefined when more than ASCII is encoded. Here, because decodeURIComponent costs several times as much. */
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
