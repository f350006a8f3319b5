import { randomBytes } from 'node:crypto';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** The largest multiple of 62 that fits in a byte. Larger bytes are discarded, because they would bias the digits. */
const UNBIASED_BYTES = 248;

/** Returns `length` uniformly distributed digits from the system's cryptographic random source. */
export function randomBase62(length: number): string {
  let digits = '';
  while (digits.length < length)
    digits += sampleBase62(randomBytes(length - digits.length + 8), length - digits.length);
  return digits;
}

/** Returns at most `length` digits, uniformly distributed if the bytes are. */
export function sampleBase62(bytes: Uint8Array, length: number): string {
  let digits = '';
  for (const byte of bytes) if (byte < UNBIASED_BYTES && digits.length < length) digits += DIGITS[byte % 62];
  return digits;
}

/** Prints a non-negative integer in base 62, most significant digit first, zero-padded to `length`. */
export function encodeBase62(value: number, length: number): string {
  let digits = '';
  for (let rest = value; digits.length < length; rest = Math.floor(rest / 62))
    digits = DIGITS[rest % 62] + digits;
  return digits;
}
