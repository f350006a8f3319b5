import { CliFailure } from '../cli-failure.js';
import { EXIT } from '../exit-code.js';
import { makePrintable } from '../print/make-printable.js';

/** Refuses a whole key where the id of one is expected. */
export function refuseSecret(id: string): void {
  if (!id.startsWith('pgk_')) return;
  throw new CliFailure('That is a key, not the id of one.', {
    help: 'procgen keys list shows the ids. Treat the key as leaked: it is in your shell history now.',
  });
}

/** Tells that there is no key with this id, of this user when one is named. */
export function refuseUnknownKey(id: string, userId: string | undefined): never {
  const owner = userId === undefined ? '' : ` of ${makePrintable(userId)}`;
  throw new CliFailure(`There is no key "${makePrintable(id)}"${owner}.`, {
    exitCode: EXIT.errors,
    help: 'procgen keys list shows the ids.',
  });
}
