import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';

/** A text that is mixed into every key's hash and stands outside the store. */
export interface Pepper {
  readonly secret: string;
  /** Tells which pepper a key was hashed with, and nothing about it. */
  readonly id: string;
}

/** The peppers of a comma-separated list, each with its id, which needs all of the pepper to compute. */
export function readPeppers(list = ''): readonly Pepper[] {
  return list
    .split(',')
    .map((secret) => secret.trim())
    .filter((secret) => secret !== '')
    .map((secret) => ({ secret, id: printPepperId(secret) }));
}

function printPepperId(secret: string): string {
  return createHmac('sha256', secret).update('procgen pepper id').digest('hex').slice(0, 16);
}

/**
 * SHA-256 in hex, or HMAC-SHA-256 under a pepper. A fast hash is right here: what is hashed is random, 238 bits or
 * more, and cannot be guessed at any speed.
 */
export function hashSecret(secret: string, pepper: Pepper | null = null): string {
  if (pepper === null) return hash('sha256', secret);
  return createHmac('sha256', pepper.secret).update(secret).digest('hex');
}

/** Compares two hashes in a time that does not depend on where they differ. */
export function areEqualHashes(left: string, right: string): boolean {
  if (left.length !== HASH_DIGITS || right.length !== HASH_DIGITS) return false;
  LEFT.write(left, 'latin1');
  RIGHT.write(right, 'latin1');
  return timingSafeEqual(LEFT, RIGHT);
}

const HASH_DIGITS = 64;
/** Where hashes are compared, one pair at a time. */
const LEFT = Buffer.alloc(HASH_DIGITS);
const RIGHT = Buffer.alloc(HASH_DIGITS);

const TOKEN_PATTERN = /^[A-Za-z0-9_-]{43}$/;

/** A new token of 256 bits for a sign-in link or a session. */
export function drawToken(): string {
  return randomBytes(32).toString('base64url');
}

export function isWellFormedToken(text: string): boolean {
  return TOKEN_PATTERN.test(text);
}
