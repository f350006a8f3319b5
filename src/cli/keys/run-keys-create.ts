import { guessName } from '../../compiler/suggest-name.js';
import type { StoreOptions } from '../choose-store.js';
import { CliFailure } from '../cli-failure.js';
import { EXIT } from '../exit-code.js';
import type { Io } from '../io.js';
import { makePrintable } from '../print/make-printable.js';
import { printJson } from '../print/print-json.js';
import { BUNDLED_DESCRIPTION_FILE } from '../server-bundle/bundle-paths.js';
import { type KeyringPlace, withKeyring } from '../with-keyring.js';
import { findUnknownScopes } from './find-unknown-scopes.js';
import { parseExpiry } from './parse-expiry.js';
import { parseScopes } from './parse-scopes.js';
import { printExpiry, toJsonKey } from './print-keys.js';

export interface KeysCreateOptions extends StoreOptions {
  readonly user?: string;
  readonly name?: string;
  readonly scopes?: string;
  readonly allowUnknownScopes?: boolean;
  readonly expires?: string;
  readonly plain?: boolean;
  readonly json?: boolean;
}

/** `procgen keys create`: the key is shown this once, on stderr for people, on stdout for programs that ask for it. */
export async function runKeysCreate(options: KeysCreateOptions, io: Io): Promise<number> {
  const { user: userId = 'local', name = 'terminal' } = options;
  const now = new Date();
  const expiresAt = parseExpiry(options.expires ?? 'never', now);
  const scopes = parseScopes(options.scopes);
  const { record, secret, place, users } = await withKeyring(options, io, async (keyring, place) => {
    if (!options.allowUnknownScopes) await refuseUnknownScopes(scopes, place, io);
    const users = (await keyring.users.list()).map(({ id }) => id);
    return { ...(await keyring.apiKeys.create({ userId, name, scopes, expiresAt })), place, users };
  });
  // A typo makes a user of its own.
  if (options.user !== undefined && !users.includes(userId)) {
    io.stderr.write(`${makePrintable(`Added the user ${userId}. ${guessName(userId, users)}`.trim())}\n`);
  }
  if (place.settings.authenticate !== undefined) {
    io.stderr.write(
      'warning: The configuration has its own authenticate: API keys give no access under /api.\n',
    );
  }
  const may = record.scopes.join(', ') || 'everything its owner may';
  const until = record.expiresAt ? `expires ${printExpiry(record.expiresAt, now)}` : 'never expires';
  const made = `Created ${record.id} for ${userId} in ${place.store}: may do ${may}, ${until}.`;
  io.stderr.write(`${makePrintable(made)}\n`);
  if (options.json) {
    io.stdout.write(printJson({ ...toJsonKey({ user: userId, record }), key: secret }));
  } else if (options.plain) io.stdout.write(`${makePrintable(secret)}\n`);
  else io.stderr.write(`\n  ${makePrintable(secret)}\n\nCopy the key now, it is not shown again.\n`);
  return EXIT.fine;
}

/** A mistyped scope would make a key that is refused everywhere. Before the first build nobody can tell. */
async function refuseUnknownScopes(
  scopes: readonly string[],
  { project, settings }: KeyringPlace,
  io: Io,
): Promise<void> {
  const files = [`${settings.out ?? 'generated'}/openapi.json`, BUNDLED_DESCRIPTION_FILE];
  const { unknown, known } = await findUnknownScopes(scopes, project.root, files);
  const [first] = unknown;
  if (first === undefined) return;
  const names = unknown.map((scope) => `"${scope}"`).join(', ');
  if (known === null) {
    const warning = `Whether a procedure asks for the scope ${names} was not checked: there is no ${files[0]} to look in.`;
    io.stderr.write(`warning: ${makePrintable(warning)} "procgen build" writes it.\n`);
    return;
  }
  throw new CliFailure(
    makePrintable(`No procedure asks for the scope ${names}. ${guessName(first, known)}`.trim()),
    {
      help: `Procedures here ask for ${known.join(', ')}. --allow-unknown-scopes makes the key nevertheless.`,
    },
  );
}
