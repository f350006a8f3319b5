import { guessName } from '../../compiler/suggest-name.js';
import type { Users } from '../../keys/keyring.js';
import { CliFailure } from '../cli-failure.js';
import { EXIT } from '../exit-code.js';
import { makePrintable } from '../print/make-printable.js';

/** Throws a `CliFailure` for an unknown user, so that a typo does not create one. */
export async function requireUser(id: string, users: Pick<Users, 'find' | 'list'>): Promise<void> {
  if ((await users.find(id)) !== null) return;
  throw new CliFailure(makePrintable(`There is no user "${id}". ${await guessUser(id, users)}`.trim()), {
    exitCode: EXIT.errors,
    help: '"procgen users list" shows the users, "procgen users add <id>" adds one.',
  });
}

/** A sentence that suggests one of the first thousand users; empty when none of them resembles `id`. */
export async function guessUser(id: string, users: Pick<Users, 'list'>): Promise<string> {
  const known = await users.list({ limit: 1_000 });
  return guessName(
    id,
    known.map((user) => user.id),
  );
}
