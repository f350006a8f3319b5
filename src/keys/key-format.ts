/**
 * A key consists of `pgk_`, 40 random base62 digits (238 bits) and six base62 digits of the CRC-32 (as in zlib) of
 * these 44 characters. The checksum detects a mistyped key without a query to the store.
 */
import { createHash } from 'node:crypto';
import { encodeBase62, randomBase62, sampleBase62 } from './base62.js';
import { crc32 } from './crc32.js';

/** The pattern for secret scanners. */
export const KEY_PATTERN = /^pgk_[0-9A-Za-z]{46}$/;

/** Finds keys anywhere in a text. In a URL the underscore may be escaped. */
const KEY_ANYWHERE = /pgk(?:_|%5f)[0-9A-Za-z]{46}/gi;
const PREFIX = 'pgk_';
const RANDOM_DIGITS = 40;
const CHECKSUM_DIGITS = 6;
const START_LENGTH = 8;

/** Generates a secret. */
export function generateSecret(): string {
  const body = PREFIX + randomBase62(RANDOM_DIGITS);
  return body + printChecksum(body);
}

/** Generates a public id, which is independent of the secret. */
export function generateKeyId(): string {
  return `key_${randomBase62(16)}`;
}

/** Derives a public id from `text`, deterministically and without revealing the text. */
export function deriveKeyId(text: string): string {
  return `key_${sampleBase62(createHash('sha512').update(text).digest(), 16)}`;
}

/** Whether the text has the shape and checksum of a key. */
export function isWellFormedKey(text: string): boolean {
  if (!KEY_PATTERN.test(text)) return false;
  return text.endsWith(printChecksum(text.slice(0, -CHECKSUM_DIGITS)));
}

/** Whether the text contains a key or something that looks like one. */
export function containsKey(text: string): boolean {
  return text.search(KEY_ANYWHERE) !== -1;
}

/** Redacts everything in the text that looks like a key. */
export function redactKeys(text: string): string {
  return text.replace(KEY_ANYWHERE, 'pgk_[redacted]');
}

/** The first characters of a key, which leave 214 bits unknown. */
export function readKeyStart(secret: string): string {
  return secret.slice(0, START_LENGTH);
}

function printChecksum(body: string): string {
  return encodeBase62(crc32(body), CHECKSUM_DIGITS);
}
