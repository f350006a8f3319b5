import { DEFAULT_STORE } from '../authoring/config.js';
import type { KeyringAccess } from '../keys/open-keyring-or-owner.js';
import { openKeyringOrOwner } from '../keys/open-keyring-or-owner.js';
import { isProcedureError, type ProcedureError } from '../protocol/procedure-error.js';
import { StoreError } from '../stores/store-error.js';
import { CliFailure } from './cli-failure.js';
import { EXIT } from './exit-code.js';
import type { Io } from './io.js';
import { loadProjectSettings } from './load-project-settings.js';
import { openProject, type ProjectOptions } from './open-project.js';
import { readEnvOptions } from './read-env-options.js';

export interface StoreOptions extends ProjectOptions {
  readonly store?: string;
}

/**
 * Does `work` with the keys and users of the project's store, whose name it is told too: through the server that has it open when one runs, on
 * the store itself otherwise. What the store or the key service refuses is thrown as a `CliFailure`.
 */
export async function withKeyring<T>(
  options: StoreOptions,
  io: Io,
  work: (keyring: KeyringAccess, store: string) => Promise<T>,
): Promise<T> {
  const project = openProject(options, io);
  const store =
    options.store ??
    readEnvOptions(io.env).store ??
    (await loadProjectSettings(project)).store ??
    DEFAULT_STORE;
  try {
    const keyring = await openKeyringOrOwner({
      store,
      cwd: project.root,
      pepper: io.env.PROCGEN_KEY_PEPPER || undefined,
      onWarn: (message) => io.stderr.write(`warning: ${message}\n`),
    });
    try {
      return await work(keyring, store);
    } finally {
      await keyring.close();
    }
  } catch (error) {
    throw explainKeyringFault(error);
  }
}

/** What the store or the key service said, as a failure of the command; anything else as it is. */
export function explainKeyringFault(error: unknown): unknown {
  if (error instanceof StoreError) return new CliFailure(error.message, { cause: error });
  if (!isProcedureError(error)) return error;
  const exitCode = error.code === 'CONFLICT' ? EXIT.faults : EXIT.usage;
  return new CliFailure(printRefusal(error), { exitCode, cause: error });
}

function printRefusal(error: ProcedureError): string {
  return error.errors ? error.errors.map(({ message }) => message).join(' ') : error.message;
}
