import { type KeyringAccess, openKeyringOrOwner } from '../keys/open-keyring-or-owner.js';
import { isProcedureError } from '../protocol/procedure-error.js';
import { chooseStore, type StoreChoice, type StoreOptions } from './choose-store.js';
import { CliFailure } from './cli-failure.js';
import { EXIT } from './exit-code.js';
import type { Io } from './io.js';
import { NO_PROJECT, refuseOutsideProject } from './open-project.js';
import { makePrintable } from './print/make-printable.js';

/** `makesStore` is false for a command that has no business with a store that is not there; true when absent. */
export interface KeyringAccessOptions extends StoreOptions {
  readonly makesStore?: boolean;
}

/** What `work` is told beside the keyring. */
export type KeyringPlace = Pick<StoreChoice, 'store' | 'settings' | 'project'>;

/**
 * Does `work` with the keys and users of the project's store: through the server that has it open when one runs, on the
 * store itself otherwise. What the key service refuses is thrown as a `CliFailure`.
 */
export async function withKeyring<T>(
  options: KeyringAccessOptions,
  io: Io,
  work: (keyring: KeyringAccess, place: KeyringPlace) => Promise<T>,
): Promise<T> {
  const { project, store, settings, isStray } = await chooseStore(options, io);
  if (isStray) noticeStray(options, io);
  const keyring = await openKeyringOrOwner({
    store,
    cwd: project.root,
    pepper: io.env.PROCGEN_KEY_PEPPER || undefined,
    maxKeysPerUser: settings.maxKeysPerUser,
    onWarn: (message) => io.stderr.write(`warning: ${makePrintable(message)}\n`),
  });
  try {
    return await work(keyring, { store, settings, project });
  } catch (error) {
    throw explainRefusal(error);
  } finally {
    await keyring.close();
  }
}

/** A command in the wrong folder would find nothing, or make a store that no server looks at. */
function noticeStray({ makesStore = true }: KeyringAccessOptions, io: Io): void {
  if (!makesStore) throw refuseOutsideProject(' With --store it is not needed.');
  io.stderr.write(`warning: ${NO_PROJECT}: this makes a store that no server may ever look at.\n`);
}

/** What the key service refused, as a failure of the command; anything else as it is. The service may be another process. */
function explainRefusal(cause: unknown): unknown {
  if (!isProcedureError(cause)) return cause;
  const { code, errors = [], message } = cause;
  if (code === 'CONFLICT') {
    const help = '"procgen keys list" shows the keys, "procgen keys revoke <id>" deletes one.';
    return new CliFailure(makePrintable(message), { exitCode: EXIT.faults, help, cause });
  }
  const said = errors.map((error) => error.message).join(' ') || message;
  const help = HELP_BY_FIELD.get(errors[0]?.path[0]);
  return new CliFailure(makePrintable(said), { help, cause });
}

/** What to do about a field that the key service refused. */
const HELP_BY_FIELD: ReadonlyMap<string | undefined, string> = new Map([
  ['name', 'For example: --name ci'],
  ['scopes', 'For example: --scopes read, or --scopes items:read,items:write'],
  ['userId', 'For example: alice, or alice@example.com'],
]);
