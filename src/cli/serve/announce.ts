import { type Config, DEFAULT_RATE_LIMIT_STORE, DEFAULT_STORE } from '../../definition/config.js';
import { readAudience } from '../../definition/docs.js';
import type { Keyring } from '../../keys/keyring.js';
import { nameStore } from '../../stores/store-spec.js';
import { createColors } from '../colors.js';
import type { Io } from '../io.js';
import { printSignInLink } from '../users/print-sign-in-link.js';
import { printBanner } from './print-banner.js';
import { printOrigin } from './print-origin.js';
import type { ServeSettings } from './serve-settings.js';

export interface ListeningService {
  readonly port: number;
  readonly keyring: Keyring;
  readonly config: Config;
  /** The prefix of every path of the API; `/api` when undefined. */
  readonly prefix: string | undefined;
  readonly settings: ServeSettings;
}

/** Prints that the server accepts requests, where, and how to sign in. */
export async function announce(
  { port, keyring, config, prefix, settings }: ListeningService,
  io: Io,
): Promise<void> {
  const { host, port: requested, mode } = settings;
  const colors = createColors(io, io.stderr);
  const origin = printOrigin(host, port);
  if (!requested.isExplicit && port !== requested.number) {
    io.stderr.write(`port ${requested.number} is in use; using the next free port\n`);
  }
  io.stderr.write(`listening on ${origin}\n`);
  const publicUrl = mode === 'production' ? (config.baseUrl ?? origin) : origin;
  keyring.announceOrigin(publicUrl);
  const isApiServed = config.disableOpenAPI !== true;
  const banner = {
    origin,
    ...(prefix !== undefined && { prefix }),
    mode,
    store: nameStore(config.store ?? DEFAULT_STORE),
    counters: printCounters(config.rateLimitStore ?? DEFAULT_RATE_LIMIT_STORE),
    isApiServed,
    hasDocs: isApiServed && readAudience(config.docs, mode) !== false,
    signInLink: await createSignInLink(keyring, publicUrl, mode),
  };
  io.stderr.write(printBanner(banner, colors));
}

function printCounters(store: string): string | null {
  if (!URL.canParse(store)) return null;
  const { protocol, host, pathname } = new URL(store);
  return `${protocol}//${host}${pathname}`;
}

/** Creates a link for the user `local` if the store has no user yet, and at every start in development; else null. */
async function createSignInLink(
  keyring: Keyring,
  baseUrl: string,
  mode: ServeSettings['mode'],
): Promise<string | null> {
  if (mode === 'production' && !(await keyring.isFresh())) return null;
  const { token } = await keyring.users.createSignInToken('local');
  return printSignInLink(baseUrl, token);
}
