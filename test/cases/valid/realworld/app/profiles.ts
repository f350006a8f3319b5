import type { Account, Accounts } from './accounts.js';
import { notFound } from './faults.js';

/** An account as a viewer sees it. */
export interface Profile {
  username: string;
  bio: string;
  image: string;
  following: boolean;
}

/** Who follows whom. A viewer is a user's id, or null for a visitor. */
export class Profiles {
  readonly #accounts: Accounts;
  readonly #followed = new Map<string, Set<string>>();

  constructor(accounts: Accounts) {
    this.#accounts = accounts;
  }

  /** Throws a 404 when nobody has that name. */
  get(username: string, viewerId: string | null): Profile {
    return this.view(this.#require(username).id, viewerId);
  }

  follow(username: string, viewerId: string): Profile {
    const { id } = this.#require(username);
    this.#followed.set(viewerId, this.#listFollowed(viewerId).add(id));
    return this.view(id, viewerId);
  }

  unfollow(username: string, viewerId: string): Profile {
    const { id } = this.#require(username);
    this.#listFollowed(viewerId).delete(id);
    return this.view(id, viewerId);
  }

  isFollowing(viewerId: string | null, userId: string): boolean {
    return viewerId !== null && this.#listFollowed(viewerId).has(userId);
  }

  view(userId: string, viewerId: string | null): Profile {
    const { username, bio, image } = this.#accounts.get(userId);
    return { username, bio, image, following: this.isFollowing(viewerId, userId) };
  }

  #listFollowed(viewerId: string): Set<string> {
    return this.#followed.get(viewerId) ?? new Set();
  }

  #require(username: string): Account {
    const account = this.#accounts.findByUsername(username);
    if (!account) throw notFound('profile');
    return account;
  }
}
