import type { StoreOptions } from '../choose-store.js';
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
  const { record, secret, place } = await withKeyring(options, io, async ({ apiKeys }, place) => ({
    ...(await apiKeys.create({ userId, name, scopes, expiresAt })),
    place,
  }));
  if (place.settings.authenticate !== undefined) {
    io.stderr.write(
      'warning: The configuration has an authenticate of its own: API keys open nothing under /api.\n',
    );
  }
  await warnOfUnknownScopes(scopes, place, io);
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

async function warnOfUnknownScopes(
  scopes: readonly string[],
  { project, settings }: KeyringPlace,
  io: Io,
): Promise<void> {
  const files = [`${settings.out ?? 'generated'}/openapi.json`, BUNDLED_DESCRIPTION_FILE];
  const { unknown, known } = await findUnknownScopes(scopes, project.root, files);
  if (unknown.length === 0) return;
  const names = unknown.map((scope) => `"${scope}"`).join(', ');
  const warning = `No procedure asks for ${names}. Procedures here ask for ${known.join(', ')}.`;
  io.stderr.write(`warning: ${makePrintable(warning)}\n`);
}
