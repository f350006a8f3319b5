import { CliFailure } from '../cli-failure.js';
import { EXIT } from '../exit-code.js';
import { makePrintable } from '../print/make-printable.js';

/** Refuses a whole key where the id of one is expected. */
export function refuseSecret(id: string): void {
  if (!id.startsWith('pgk_')) return;
  throw new CliFailure('That is a key, not the id of a key.', {
    help: 'procgen keys list shows the ids. Treat the key as leaked: it is in your shell history now.',
  });
}

/** Throws because there is no key with this id, or because it is not one of the named user. */
export function refuseUnknownKey(id: string, userId: string | undefined): never {
  const owner = userId === undefined ? '' : ` of ${makePrintable(userId)}`;
  throw new CliFailure(`There is no key "${makePrintable(id)}"${owner}.`, {
    exitCode: EXIT.errors,
    help: 'procgen keys list shows the ids.',
  });
}
