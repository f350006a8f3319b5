import { randomUUID } from 'node:crypto';
import { ProcedureError } from 'procgen';
import { refuseBlank, unprocessable } from './faults.js';
import { hashPassword, type PasswordHash, verifyPassword } from './passwords.js';

/** A registered user. */
export interface Account {
  readonly id: string;
  email: string;
  username: string;
  bio: string;
  image: string;
  password: PasswordHash;
}

export interface NewAccount {
  readonly email: string;
  readonly username: string;
  readonly password: string;
}

export interface AccountChanges {
  readonly email?: string | undefined;
  readonly username?: string | undefined;
  readonly password?: string | undefined;
  readonly bio?: string | undefined;
  readonly image?: string | undefined;
}

/** What the caller may see of their own account. */
export function presentAccount({ email, username, bio, image }: Account, token: string) {
  return { email, token, username, bio, image };
}

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Who is registered. Emails and usernames are unique, whatever their case. */
export class Accounts {
  readonly #byId = new Map<string, Account>();

  /** Throws a 422 for a blank field, a malformed email, or an email or username that is taken. */
  async register({ email, username, password }: NewAccount): Promise<Account> {
    refuseBlank({ 'user.username': username, 'user.email': email, 'user.password': password });
    // Hashed first: between the check for duplicates and the insertion nothing may be awaited.
    const hash = await hashPassword(password);
    this.#refuseUnusable({ email, username });
    const account = { id: randomUUID(), email, username, bio: '', image: '', password: hash };
    this.#byId.set(account.id, account);
    return account;
  }

  /** Throws a 401 that does not tell a wrong email from a wrong password. */
  async login(email: string, password: string): Promise<Account> {
    refuseBlank({ 'user.email': email, 'user.password': password });
    const account = this.#find((candidate) => isSame(candidate.email, email));
    if (!account || !(await verifyPassword(password, account.password))) {
      throw new ProcedureError('UNAUTHORIZED', 'The email or the password is wrong.');
    }
    return account;
  }

  /** Throws a 422 when nothing is to change, and for what `register` refuses. */
  async update(id: string, { password, ...changes }: AccountChanges): Promise<Account> {
    const { email, username } = changes;
    const given = Object.entries(changes).filter(([, value]) => value !== undefined);
    if (given.length === 0 && password === undefined)
      throw unprocessable({ user: 'needs at least one field' });
    refuseBlank({ 'user.username': username, 'user.email': email, 'user.password': password });
    const hash = password === undefined ? undefined : await hashPassword(password);
    this.#refuseUnusable({ email, username }, id);
    const account = this.get(id);
    Object.assign(account, Object.fromEntries(given), hash ? { password: hash } : {});
    return account;
  }

  /** The account of an id that this application gave out. */
  get(id: string): Account {
    const account = this.#byId.get(id);
    if (!account) throw new Error(`There is no account ${id}.`);
    return account;
  }

  findByUsername(username: string): Account | null {
    return this.#find((account) => isSame(account.username, username));
  }

  #refuseUnusable(
    { email, username }: { email?: string | undefined; username?: string | undefined },
    ownId?: string,
  ) {
    const isTaken = (isTheirs: (account: Account) => boolean) =>
      this.#find((account) => account.id !== ownId && isTheirs(account)) !== null;
    const faults: Record<string, string> = {};
    if (username !== undefined && isTaken((account) => isSame(account.username, username))) {
      faults['user.username'] = 'has already been taken';
    }
    if (email !== undefined && isTaken((account) => isSame(account.email, email))) {
      faults['user.email'] = 'has already been taken';
    } else if (email !== undefined && !EMAIL.test(email)) faults['user.email'] = 'is not an email address';
    if (Object.keys(faults).length > 0) throw unprocessable(faults);
  }

  #find(predicate: (account: Account) => boolean): Account | null {
    return [...this.#byId.values()].find(predicate) ?? null;
  }
}

function isSame(left: string, right: string): boolean {
  return left.toLowerCase() === right.toLowerCase();
}
