/** So many UTF-16 units are encoded at a time. */
const STEP = 65_536;

/** Of UTF-8 a unit takes three bytes at most. */
let memory: Buffer | undefined;

/**
 * A text in UTF-8, piece by piece: each is where the last one of any text was, and good until the next. Tens of megabytes at
 * once would be as much fresh memory, which costs more than what is done with it, and has V8 look through all of its heap.
 */
export function* encodeText(text: string): Generator<Buffer> {
  memory ??= Buffer.allocUnsafeSlow(3 * STEP);
  for (let at = 0; at < text.length; ) {
    const end = at + STEP - (isHighSurrogate(text.charCodeAt(at + STEP - 1)) ? 1 : 0);
    yield memory.subarray(0, memory.write(text.slice(at, end)));
    at = end;
  }
}

/** The first half of what takes two units, and is one in UTF-8. */
function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
