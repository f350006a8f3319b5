import type { StoreOptions } from '../choose-store.js';
import { CliFailure } from '../cli-failure.js';
import { EXIT } from '../exit-code.js';
import type { Io } from '../io.js';
import { makePrintable } from '../print/make-printable.js';
import { printJson } from '../print/print-json.js';
import { withKeyring } from '../with-keyring.js';
import { nameUser, type UserOption } from './name-user.js';
import { printSignInLink } from './print-sign-in-link.js';
import { requireUser } from './require-user.js';

export interface UsersLinkOptions extends StoreOptions, UserOption {
  readonly baseUrl?: string;
}

/** The user when none is named. */
const DEFAULT_USER = 'local';

/** `procgen users link [id]`: prints a one-time sign-in link, for the running server if there is one. */
export async function runUsersLink(
  argument: string | undefined,
  options: UsersLinkOptions,
  io: Io,
): Promise<number> {
  const id = nameUser(argument, options) ?? DEFAULT_USER;
  if (options.baseUrl !== undefined && !/^https?:\/\/[^\s?#]+$/.test(options.baseUrl)) {
    throw new CliFailure(`--base-url must be an http or https URL, not "${options.baseUrl}".`, {
      help: 'For example: --base-url https://api.example.com',
    });
  }
  const { token, expiresAt, origin, settings } = await withKeyring(
    options,
    io,
    async ({ users }, context) => {
      if (id !== DEFAULT_USER) await requireUser(id, users);
      return { ...(await users.createSignInToken(id)), ...context };
    },
  );
  const baseUrl = options.baseUrl ?? origin ?? settings.baseUrl ?? 'http://localhost:3000';
  const link = makePrintable(printSignInLink(baseUrl, token));
  if (options.json) io.stdout.write(printJson({ user: id, link, expiresAt }));
  else if (options.plain) io.stdout.write(`${link}\n`);
  else
    io.stderr.write(
      `Open this link to sign in as ${makePrintable(id)}. It is valid once, for 30 minutes:\n\n  ${link}\n`,
    );
  return EXIT.fine;
}
