import { EXIT } from '../exit-code.js';
import type { Io } from '../io.js';
import { type StoreOptions, withKeyring } from '../with-keyring.js';
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
  const now = new Date();
  const userId = options.user ?? 'local';
  const expiresAt = parseExpiry(options.expires ?? 'never', now);
  const scopes = parseScopes(options.scopes);
  const { record, secret, store } = await withKeyring(options, io, async ({ apiKeys, users }, store) => {
    await users.ensure(userId);
    const created = await apiKeys.create({ userId, name: options.name ?? 'terminal', scopes, expiresAt });
    return { ...created, store };
  });
  const may = record.scopes.length === 0 ? 'everything its owner may' : record.scopes.join(', ');
  const until = record.expiresAt ? `expires ${printExpiry(record.expiresAt, now)}` : 'never expires';
  io.stderr.write(`Created ${record.id} for ${userId} in ${store}: may do ${may}, ${until}.\n`);
  if (options.json) {
    io.stdout.write(`${JSON.stringify({ ...toJsonKey({ user: userId, record }), key: secret }, null, 2)}\n`);
  } else if (options.plain) io.stdout.write(`${secret}\n`);
  else io.stderr.write(`\n  ${secret}\n\nCopy the key now, it is not shown again.\n`);
  return EXIT.fine;
}
