import type { KeyringAccess } from '../keys/open-keyring-or-owner.js';
import { openKeyringOrOwner } from '../keys/open-keyring-or-owner.js';
import { isProcedureError, type ProcedureError } from '../protocol/procedure-error.js';
import { StoreError } from '../stores/store-error.js';
import { chooseStore, type StoreChoice, type StoreOptions } from './choose-store.js';
import { CliFailure } from './cli-failure.js';
import { EXIT } from './exit-code.js';
import { NO_PROJECT, refuseOutsideProject } from './find-project.js';
import type { Io } from './io.js';
import { isInProject } from './open-project.js';
import { makePrintable } from './print/make-printable.js';

/** `makesStore` is false for a command that has no business with a store that is not there; true when absent. */
export interface KeyringAccessOptions extends StoreOptions {
  readonly makesStore?: boolean;
}

/** What `work` is told beside the keyring. */
export type KeyringPlace = Pick<StoreChoice, 'store' | 'settings' | 'project'>;

/**
 * Does `work` with the keys and users of the project's store: through the server that has it open when one runs, on the
 * store itself otherwise. What the store or the key service refuses is thrown as a `CliFailure`.
 */
export async function withKeyring<T>(
  options: KeyringAccessOptions,
  io: Io,
  work: (keyring: KeyringAccess, place: KeyringPlace) => Promise<T>,
): Promise<T> {
  const { project, store, settings, isNamed } = await chooseStore(options, io);
  if (!isNamed && !isInProject(options, io)) noticeStray(options, io);
  try {
    const keyring = await openKeyringOrOwner({
      store,
      cwd: project.root,
      pepper: io.env.PROCGEN_KEY_PEPPER || undefined,
      maxKeysPerUser: settings.maxKeysPerUser,
      onWarn: (message) => io.stderr.write(`warning: ${makePrintable(message)}\n`),
    });
    try {
      return await work(keyring, { store, settings, project });
    } finally {
      await keyring.close();
    }
  } catch (error) {
    throw explainKeyringFault(error);
  }
}

/** A command in the wrong folder would find nothing, or make a store that no server looks at. */
function noticeStray({ makesStore = true }: KeyringAccessOptions, io: Io): void {
  if (!makesStore) throw refuseOutsideProject(' With --store it is not needed.');
  io.stderr.write(`warning: ${NO_PROJECT}: this makes a store that no server may ever look at.\n`);
}

/**
 * What the store or the key service said, as a failure of the command; anything else as it is. The key service may be
 * another process.
 */
export function explainKeyringFault(error: unknown): unknown {
  if (error instanceof StoreError) return new CliFailure(makePrintable(error.message), { cause: error });
  if (!isProcedureError(error)) return error;
  if (error.code === 'CONFLICT') {
    const help = '"procgen keys list" shows the keys, "procgen keys revoke <id>" deletes one.';
    return new CliFailure(makePrintable(error.message), { exitCode: EXIT.faults, help, cause: error });
  }
  const [field = ''] = error.errors?.[0]?.path ?? [];
  const help = Object.hasOwn(HELP_BY_FIELD, field) ? HELP_BY_FIELD[field] : undefined;
  return new CliFailure(makePrintable(printRefusal(error)), { ...(help && { help }), cause: error });
}

/** What to do about a field that the key service refused. */
const HELP_BY_FIELD: Readonly<Record<string, string>> = {
  name: 'For example: --name ci',
  scopes: 'For example: --scopes read, or --scopes items:read,items:write',
  userId: 'For example: alice, or alice@example.com',
};

function printRefusal(error: ProcedureError): string {
  return error.errors ? error.errors.map(({ message }) => message).join(' ') : error.message;
}
