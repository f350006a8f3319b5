import { guessName } from '../../compiler/suggest-name.js';
import type { Users } from '../../keys/keyring.js';
import { CliFailure } from '../cli-failure.js';
import { EXIT } from '../exit-code.js';
import { makePrintable } from '../print/make-printable.js';

/** Throws a `CliFailure` for an unknown user, so that a typo does not create one. */
export async function requireUser(id: string, users: Pick<Users, 'list'>): Promise<void> {
  const known = (await users.list()).map((user) => user.id);
  if (known.includes(id)) return;
  throw new CliFailure(makePrintable(`There is no user "${id}". ${guessName(id, known)}`.trim()), {
    exitCode: EXIT.errors,
    help: '"procgen users list" shows the users, "procgen users add <id>" adds one.',
  });
}
