import { writeFileSync, writeSync } from 'node:fs';

/**
 * Writes all of a text, as UTF-8, to an open file. Never as a Buffer of the whole: tens of megabytes outside of V8's heap would
 * have it look through all of that heap.
 */
export function writeText(descriptor: number, text: string | Buffer): void {
  const isText = typeof text === 'string';
  const written = isText ? writeSync(descriptor, text) : writeSync(descriptor, text);
  // Less than all on a disk that is nearly full; the rest tells of it.
  if (written < Buffer.byteLength(text)) writeFileSync(descriptor, Buffer.from(text).subarray(written));
}
