// Who calls: the same check of a key for every contender but procgen, which brings its own.
import { createHash } from 'node:crypto';

const HEADER_LENGTH_MAX = 512;
const BEARER = /^bearer +(pgk_[0-9A-Za-z]{46})$/i;

const hash = (secret) => createHash('sha256').update(secret).digest('hex');

/** Tells the user whose key an Authorization header holds; null when it holds none. Keys are known by their hashes. */
export function createAuthenticator(secret) {
  const keys = new Map([[hash(secret), { userId: 'local', expiresAt: null, lastUsedAt: null }]]);
  return (header) => {
    const given = header && header.length <= HEADER_LENGTH_MAX ? BEARER.exec(header)?.[1] : undefined;
    const key = given && keys.get(hash(given));
    const now = Date.now();
    if (!key || (key.expiresAt !== null && key.expiresAt <= now)) return null;
    key.lastUsedAt = now;
    return { id: key.userId };
  };
}

export const UNAUTHORIZED = { success: false, message: 'A valid API key is required.' };
