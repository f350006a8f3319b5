import type * as z from 'zod';
import type { OpenIdSettings } from '../../dashboard/sign-in/open-id/open-id-settings.js';
import type { Config } from '../../definition/config.js';
import { listFieldErrors } from '../../definition/field-errors.js';
import { createSignInSchema } from '../../definition/sign-in-schema.js';
import { ConfigurationError } from '../configuration-error.js';
import type { ProxyUserOptions } from './create-proxy-user-reader.js';

/** The validated `signIn` with defaults; null for a method that is off. */
export interface SignInSettings {
  readonly openId: OpenIdSettings | null;
  readonly proxyHeader: ProxyUserOptions | null;
}

/** Reads `signIn`; `clientSecret`, from the environment, takes precedence. Throws a ConfigurationError. */
export function readSignInSettings(
  { signIn, baseUrl }: Pick<Config, 'signIn' | 'baseUrl'>,
  clientSecret?: string,
): SignInSettings {
  if (signIn === undefined) return { openId: null, proxyHeader: null };
  const checked = createSignInSchema().safeParse(signIn);
  if (!checked.success)
    throw createSettingsError(listFieldErrors(checked.error.issues).map(printFieldError).join('\n'));
  const { openId, proxyHeader } = checked.data;
  if (proxyHeader && baseUrl === undefined) {
    throw createSettingsError(
      'signIn.proxyHeader requires baseUrl: the header is trusted only for requests to that URL.',
    );
  }
  return {
    openId: openId ? completeOpenId({ ...openId, clientSecret: clientSecret ?? openId.clientSecret }) : null,
    proxyHeader: proxyHeader && baseUrl !== undefined ? { ...proxyHeader, baseUrl } : null,
  };
}

type CheckedSignIn = z.output<ReturnType<typeof createSignInSchema>>;
type CheckedOpenId = NonNullable<CheckedSignIn['openId']>;

function completeOpenId(openId: CheckedOpenId): OpenIdSettings {
  return {
    issuer: openId.issuer,
    clientId: openId.clientId,
    clientSecret: openId.clientSecret ?? null,
    clientAuthentication: openId.clientAuthentication ?? null,
    name: openId.name ?? new URL(openId.issuer).host,
    scopes: (openId.scopes ?? ['email']).filter((scope) => scope !== 'openid'),
    userClaim: openId.userClaim ?? 'sub',
    allow: openId.allow,
  };
}

function printFieldError({ path, message }: { path: readonly string[]; message: string }): string {
  return `${['signIn', ...path].join('.')}: ${message}`;
}

function createSettingsError(message: string): ConfigurationError {
  return new ConfigurationError(message, {
    help: 'docs/authentication-and-keys.md in the package describes `signIn`; "procgen build" shows the location.',
  });
}
