/**
 * A key is `pgk_`, 40 random base62 digits (238 bits) and six base62 digits of the CRC-32 (as zlib computes it) of
 * the 44 characters before. The checksum tells a mistyped key from an unknown one without asking the store.
 */
import { createHash } from 'node:crypto';
import { drawBase62, pickBase62, printBase62 } from './base62.js';
import { crc32 } from './crc32.js';

/** What a secret scanner looks for. */
export const KEY_PATTERN = /^pgk_[0-9A-Za-z]{46}$/;

/** In a URL the underscore may be escaped. */
const KEY_ANYWHERE = /pgk(?:_|%5f)[0-9A-Za-z]{46}/gi;
const PREFIX = 'pgk_';
const RANDOM_DIGITS = 40;
const CHECKSUM_DIGITS = 6;
const START_LENGTH = 8;

/** A new secret. */
export function drawKey(): string {
  const body = PREFIX + drawBase62(RANDOM_DIGITS);
  return body + printChecksum(body);
}

/** A new public id, which has nothing to do with the secret. */
export function drawKeyId(): string {
  return `key_${drawBase62(16)}`;
}

/** The public id that always belongs to `text`: the same for the same text, and it does not reveal the text. */
export function deriveKeyId(text: string): string {
  return `key_${pickBase62(createHash('sha512').update(text).digest(), 16)}`;
}

/** Whether the text can be a key: its shape and checksum are right. */
export function isWellFormedKey(text: string): boolean {
  if (!KEY_PATTERN.test(text)) return false;
  return text.endsWith(printChecksum(text.slice(0, -CHECKSUM_DIGITS)));
}

/** Whether a key, or what looks like one, stands anywhere in the text. */
export function containsKey(text: string): boolean {
  return text.search(KEY_ANYWHERE) !== -1;
}

/** The text with everything that looks like a key, anywhere in it, made unrecognisable. */
export function redactKeys(text: string): string {
  return text.replace(KEY_ANYWHERE, 'pgk_[redacted]');
}

/** The first characters of a key, which leave 214 bits unsaid. */
export function readKeyStart(secret: string): string {
  return secret.slice(0, START_LENGTH);
}

function printChecksum(body: string): string {
  return printBase62(crc32(body), CHECKSUM_DIGITS);
}
