import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';

/** A secret outside of the store that is mixed into the hash of every key. */
export interface Pepper {
  readonly secret: string;
  /** Identifies the pepper without revealing it. */
  readonly id: string;
}

/** Parses a comma-separated list of peppers. The id of a pepper is an HMAC keyed with the whole pepper. */
export function readPeppers(list = ''): readonly Pepper[] {
  return list
    .split(',')
    .map((secret) => secret.trim())
    .filter((secret) => secret !== '')
    .map((secret) => ({ secret, id: derivePepperId(secret) }));
}

function derivePepperId(secret: string): string {
  return createHmac('sha256', secret).update('procgen pepper id').digest('hex').slice(0, 16);
}

/**
 * SHA-256 in hex, or HMAC-SHA-256 with a pepper. A fast hash is sufficient: the input is random, with 238 bits or more,
 * so it cannot be guessed at any speed.
 */
export function hashSecret(secret: string, pepper: Pepper | null = null): string {
  if (pepper === null) return hash('sha256', secret);
  return createHmac('sha256', pepper.secret).update(secret).digest('hex');
}

/** Compares two hashes in constant time. */
export function areEqualHashes(left: string, right: string): boolean {
  if (left.length !== HASH_DIGITS || right.length !== HASH_DIGITS) return false;
  LEFT.write(left, 'latin1');
  RIGHT.write(right, 'latin1');
  return timingSafeEqual(LEFT, RIGHT);
}

const HASH_DIGITS = 64;
/** Reusable buffers for comparing one pair of hashes at a time. */
const LEFT = Buffer.alloc(HASH_DIGITS);
const RIGHT = Buffer.alloc(HASH_DIGITS);

const TOKEN_PATTERN = /^[A-Za-z0-9_-]{43}$/;

/** Generates a 256-bit token for a sign-in link or a session. */
export function generateToken(): string {
  return randomBytes(32).toString('base64url');
}

export function isWellFormedToken(text: string): boolean {
  return TOKEN_PATTERN.test(text);
}
