import { createHash, randomBytes } from 'node:crypto';

/** Login tokens of 256 random bits. Only their hashes are kept. */
export class Tokens {
  readonly #owners = new Map<string, string>();

  issue(userId: string): string {
    const token = randomBytes(32).toString('base64url');
    this.#owners.set(hashToken(token), userId);
    return token;
  }

  /** The user's id, or null for a token that was never issued or is revoked. */
  findOwner(token: string): string | null {
    return this.#owners.get(hashToken(token)) ?? null;
  }

  /** Revokes every token of the user but the one they are using. */
  revokeOthers(userId: string, token: string): void {
    const kept = hashToken(token);
    for (const [hash, owner] of this.#owners) {
      if (owner === userId && hash !== kept) this.#owners.delete(hash);
    }
  }
}

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
