import type { UserRecord } from '../../keys/keyring.js';
import type { StoreOptions } from '../choose-store.js';
import { EXIT } from '../exit-code.js';
import type { Io } from '../io.js';
import { makePrintable } from '../print/make-printable.js';
import { printJson } from '../print/print-json.js';
import { printTable } from '../print/print-table.js';
import { readPages, withKeyring } from '../with-keyring.js';

/** `procgen users list`: the users, on stdout. */
export async function runUsersList(options: StoreOptions, io: Io): Promise<number> {
  const found = await withKeyring({ ...options, createsStore: false }, io, ({ users }) =>
    readPages(users.list),
  );
  if (options.json) io.stdout.write(printJson({ version: 1, users: found }));
  else if (options.plain) io.stdout.write(found.map(printPlainUser).join(''));
  else if (found.length === 0) io.stderr.write('There are no users. "procgen users add" adds one.\n');
  else {
    const rows = found.map((user) => [user.id, user.createdAt.toISOString().slice(0, 10)]);
    io.stdout.write(printTable([['ID', 'CREATED'], ...rows]));
  }
  return EXIT.fine;
}

function printPlainUser({ id, createdAt }: UserRecord): string {
  return `${makePrintable(id)}\t${createdAt.toISOString()}\n`;
}
