import type { StoreOptions } from '../choose-store.js';
import { EXIT } from '../exit-code.js';
import type { Io } from '../io.js';
import { makePrintable } from '../print/make-printable.js';
import { printJson } from '../print/print-json.js';
import { withKeyring } from '../with-keyring.js';

export interface UsersAddOptions extends StoreOptions {
  readonly plain?: boolean;
  readonly json?: boolean;
}

/** `procgen users add <id>`: makes the user, or says that there is one. */
export async function runUsersAdd(id: string, options: UsersAddOptions, io: Io): Promise<number> {
  const { user, isNew } = await withKeyring(options, io, ({ users }) => users.ensure(id));
  const name = makePrintable(user.id);
  io.stderr.write(isNew ? `Added ${name}.\n` : `${name} already exists.\n`);
  if (options.plain) io.stdout.write(`${name}\n`);
  if (options.json) io.stdout.write(printJson(user));
  return EXIT.fine;
}
