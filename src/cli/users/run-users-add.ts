import type { StoreOptions } from '../choose-store.js';
import { CliFailure } from '../cli-failure.js';
import { EXIT } from '../exit-code.js';
import type { Io } from '../io.js';
import { makePrintable } from '../print/make-printable.js';
import { printJson } from '../print/print-json.js';
import { withKeyring } from '../with-keyring.js';
import { nameUser, type UserOption } from './name-user.js';

/** `procgen users add <id>`: adds the user, or reports that it exists. */
export async function runUsersAdd(
  argument: string | undefined,
  options: StoreOptions & UserOption,
  io: Io,
): Promise<number> {
  const id = nameUser(argument, options);
  if (id === undefined) {
    throw new CliFailure('Missing required argument "id".', { help: 'For example: procgen users add alice' });
  }
  const { user, isNew } = await withKeyring(options, io, ({ users }) => users.ensure(id));
  const name = makePrintable(user.id);
  io.stderr.write(isNew ? `Added ${name}.\n` : `${name} already exists.\n`);
  if (options.plain) io.stdout.write(`${name}\n`);
  if (options.json) io.stdout.write(printJson(user));
  return EXIT.fine;
}
