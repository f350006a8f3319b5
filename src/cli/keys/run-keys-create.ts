import type { StoreOptions } from '../choose-store.js';
import { EXIT } from '../exit-code.js';
import type { Io } from '../io.js';
import { makePrintable } from '../print/make-printable.js';
import { withKeyring } from '../with-keyring.js';
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
  const may = record.scopes.length === 0 ? 'everything its owner may' : record.scopes.join(', ');
  const until = record.expiresAt ? `expires ${printExpiry(record.expiresAt, now)}` : 'never expires';
  const owner = makePrintable(userId);
  io.stderr.write(`Created ${record.id} for ${owner} in ${place.store}: may do ${may}, ${until}.\n`);
  if (options.json) {
    io.stdout.write(`${JSON.stringify({ ...toJsonKey({ user: userId, record }), key: secret }, null, 2)}\n`);
  } else if (options.plain) io.stdout.write(`${secret}\n`);
  else io.stderr.write(`\n  ${secret}\n\nCopy the key now, it is not shown again.\n`);
  return EXIT.fine;
}
