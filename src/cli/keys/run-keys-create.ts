import { guessName } from '../../compiler/suggest-name.js';
import type { Users } from '../../keys/keyring.js';
import { parseDate } from '../../runtime/request/parse-date.js';
import { nameStore } from '../../stores/store-spec.js';
import type { StoreOptions } from '../choose-store.js';
import { CliFailure } from '../cli-failure.js';
import { EXIT } from '../exit-code.js';
import type { Io } from '../io.js';
import { makePrintable } from '../print/make-printable.js';
import { printJson } from '../print/print-json.js';
import { BUNDLED_DESCRIPTION_FILE } from '../server-bundle/bundle-paths.js';
import { guessUser } from '../users/require-user.js';
import { type KeyringContext, withKeyring } from '../with-keyring.js';
import { findUnknownScopes } from './find-unknown-scopes.js';
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

/** `procgen keys create`: prints the key once, on stderr for people or, with `--plain` or `--json`, on stdout. */
export async function runKeysCreate(options: KeysCreateOptions, io: Io): Promise<number> {
  const { user: userId = 'local', name = 'terminal' } = options;
  const now = new Date();
  const expiresAt = parseExpiry(options.expires ?? 'never', now);
  const scopes = parseScopes(options.scopes);
  const { record, secret, context, newUser } = await withKeyring(options, io, async (keyring, context) => {
    if (!options.allowUnknownScopes) await refuseUnknownScopes(scopes, context, io);
    const newUser = options.user === undefined ? null : await describeNewUser(userId, keyring.users);
    return { ...(await keyring.apiKeys.create({ userId, name, scopes, expiresAt })), context, newUser };
  });
  if (newUser !== null) io.stderr.write(`${makePrintable(newUser)}\n`);
  if (context.settings.authenticate !== undefined) {
    io.stderr.write(
      'warning: The configuration sets its own `authenticate`, so API keys give no access under /api.\n',
    );
  }
  const allowed = record.scopes.join(', ') || 'all';
  const expiry = record.expiresAt ? `expires ${printExpiry(record.expiresAt, now)}` : 'never expires';
  const summary = `Created ${record.id} for ${userId} in ${nameStore(context.store)} (scopes: ${allowed}, ${expiry}).`;
  io.stderr.write(`${makePrintable(summary)}\n`);
  if (options.json) {
    io.stdout.write(printJson({ ...toJsonKey({ userId, record }), key: secret }));
  } else if (options.plain) io.stdout.write(`${makePrintable(secret)}\n`);
  else io.stderr.write(`\n  ${makePrintable(secret)}\n\nCopy the key now; it is not shown again.\n`);
  return EXIT.fine;
}

/** Returns a note that the user is new, since a typo creates one; null if a user with this id exists. */
async function describeNewUser(id: string, users: Pick<Users, 'find' | 'list'>): Promise<string | null> {
  if ((await users.find(id)) !== null) return null;
  return `Added the user ${id}. ${await guessUser(id, users)}`.trim();
}

/** Refuses unknown scopes, whose key would be refused everywhere. Without a description it only warns. */
async function refuseUnknownScopes(
  scopes: readonly string[],
  { project, settings }: KeyringContext,
  io: Io,
): Promise<void> {
  const files = [`${settings.out ?? 'generated'}/openapi.json`, BUNDLED_DESCRIPTION_FILE];
  const { unknown, known } = await findUnknownScopes(scopes, project.root, files);
  const [first] = unknown;
  if (first === undefined) return;
  const names = unknown.map((scope) => `"${scope}"`).join(', ');
  if (known === null) {
    const warning = `The scope ${names} was not checked, because there is no ${files[0]}.`;
    io.stderr.write(`warning: ${makePrintable(warning)} "procgen build" writes it.\n`);
    return;
  }
  throw new CliFailure(
    makePrintable(`No procedure requires the scope ${names}. ${guessName(first, known)}`.trim()),
    {
      help: `The procedures require ${known.join(', ')}. Use --allow-unknown-scopes to create the key anyway.`,
    },
  );
}

const UNIT_MS: Readonly<Record<string, number>> = { h: 3_600_000, d: 86_400_000, w: 7 * 86_400_000 };
const MAX_LIFETIME_MS = 365 * 86_400_000;

/** Parses `30d`, `12h`, `2w`, an ISO date or `never` (null). Refuses dates in the past and beyond 365 days. */
function parseExpiry(text: string, now: Date): Date | null {
  if (text === 'never') return null;
  const duration = /^(\d{1,6})([hdw])$/.exec(text);
  const date = duration
    ? new Date(now.getTime() + Number(duration[1]) * (UNIT_MS[duration[2] as string] as number))
    : parseDate(text);
  if (!date) {
    throw new CliFailure(`--expires must be a duration such as 30d, an ISO date or never, not "${text}".`, {
      help: 'For example: --expires 90d, --expires 2w or --expires 2027-01-31, which is midnight UTC.',
    });
  }
  if (date <= now)
    throw new CliFailure(`--expires ${text} is not in the future.`, {
      help: `It is ${now.toISOString()} now.`,
    });
  if (date.getTime() - now.getTime() > MAX_LIFETIME_MS) {
    throw new CliFailure(`--expires ${text} is more than 365 days ahead.`, {
      help: 'A key can be valid for at most 365 days, or without limit: --expires never.',
    });
  }
  return date;
}

/** Parses `read,write`. Without the option the list is empty, which allows everything the owner may do. */
function parseScopes(text: string | undefined): readonly string[] {
  if (text === undefined) return [];
  const scopes = text.split(',').flatMap((part) => part.trim().split(/\s+/));
  // An empty list would allow everything, which `--scopes ""` in a script does not mean.
  if (scopes.includes('')) {
    throw new CliFailure(`--scopes must be a comma-separated list of names, not "${text}".`, {
      help: 'Use read for queries and write for mutations, or omit --scopes for a key with full access.',
    });
  }
  return [...new Set(scopes)];
}
