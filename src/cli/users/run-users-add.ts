import { EXIT } from '../exit-code.js';
import type { Io } from '../io.js';
import { type StoreOptions, withKeyring } from '../with-keyring.js';

export interface UsersAddOptions extends StoreOptions {
  readonly json?: boolean;
}

/** `procgen users add <id>`: makes the user, or says that there is one. */
export async function runUsersAdd(id: string, options: UsersAddOptions, io: Io): Promise<number> {
  const { user, isNew } = await withKeyring(options, io, ({ users }) => users.ensure(id));
  io.stderr.write(isNew ? `Added ${user.id}.\n` : `${user.id} has been there already.\n`);
  if (options.json) io.stdout.write(`${JSON.stringify(user, null, 2)}\n`);
  return EXIT.fine;
}
