import type * as OpenIdClient from 'openid-client';
import { ConfigurationError } from '../configuration-error.js';

/** The optional package, loaded when it is needed. Throws a ConfigurationError where it is not installed. */
export async function loadOpenIdClient(): Promise<typeof OpenIdClient> {
  try {
    return await import('openid-client');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw cause;
    throw new ConfigurationError('signIn.openId needs the package openid-client, which is not installed.', {
      help: 'Run "npm install openid-client@6".',
      cause,
    });
  }
}
