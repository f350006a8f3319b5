import { type KeyringAccess, openKeyringOrOwner } from '../keys/open-keyring-or-owner.js';
import { isProcedureError } from '../protocol/procedure-error.js';
import type { Page } from '../stores/page.js';
import { chooseStore, type StoreChoice, type StoreOptions } from './choose-store.js';
import { CliFailure } from './cli-failure.js';
import { EXIT } from './exit-code.js';
import type { Io } from './io.js';
import { explainNoProject, NO_PROJECT } from './open-project.js';
import { makePrintable } from './print/make-printable.js';
import { readPepper } from './read-env-options.js';

/** `createsStore` is false for a command that must not create the store; true when absent. */
export interface KeyringAccessOptions extends StoreOptions {
  readonly createsStore?: boolean;
}

/** What `work` gets besides the keyring. */
export type KeyringContext = Pick<StoreChoice, 'store' | 'settings' | 'project'>;

/**
 * Runs `work` with the keys and users of the project's store, through the server that has the store open if there is one.
 * Errors of the key service become a `CliFailure`.
 */
export async function withKeyring<T>(
  options: KeyringAccessOptions,
  io: Io,
  work: (keyring: KeyringAccess, context: KeyringContext) => Promise<T>,
): Promise<T> {
  const { project, store, settings, isOutsideProject } = await chooseStore(options, io);
  if (isOutsideProject) checkOutsideProject(options, io);
  const keyring = await openKeyringOrOwner({
    store,
    cwd: project.root,
    pepper: readPepper(io.env),
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

const PAGE_LIMIT = 1_000;

/** The whole of a list that comes in pages. */
export async function readPages<Item>(list: (page: Page<Item>) => Promise<readonly Item[]>): Promise<Item[]> {
  const items: Item[] = [];
  for (;;) {
    const page = await list({ after: items.at(-1), limit: PAGE_LIMIT });
    items.push(...page);
    if (page.length < PAGE_LIMIT) return items;
  }
}

/** Refuses a command outside of a project, which would create a store that no server uses. */
function checkOutsideProject({ createsStore = true }: KeyringAccessOptions, io: Io): void {
  if (!createsStore) throw explainNoProject(' With --store, the command needs no project.');
  io.stderr.write(`warning: ${NO_PROJECT}: this creates a store that no server may ever use.\n`);
}

/**
 * Converts an error of the key service, which may run in another process, to a `CliFailure`; returns others unchanged.
 */
function explainRefusal(cause: unknown): unknown {
  if (!isProcedureError(cause)) return cause;
  const { code, errors = [], message } = cause;
  if (code === 'CONFLICT') {
    const help = '"procgen keys list" shows the keys, "procgen keys revoke <id>" deletes one.';
    return new CliFailure(makePrintable(message), { exitCode: EXIT.errors, help, cause });
  }
  const details = errors.map((error) => error.message).join(' ') || message;
  const help = HELP_BY_FIELD.get(errors[0]?.path[0]);
  return new CliFailure(makePrintable(details), { help, cause });
}

/** The help for an invalid field. */
const HELP_BY_FIELD: ReadonlyMap<string | undefined, string> = new Map([
  ['name', 'For example: --name ci'],
  ['scopes', 'For example: --scopes read, or --scopes items:read,items:write'],
  ['userId', 'For example: alice, or alice@example.com'],
]);
