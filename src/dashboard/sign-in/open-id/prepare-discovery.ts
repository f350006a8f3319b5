import type * as OpenIdClient from 'openid-client';
import { isLoopbackName } from '../../../protocol/is-loopback-name.js';
import { OpenIdError } from './open-id-error.js';
import type { OpenIdSettings } from './open-id-settings.js';

const TIMEOUT_SECONDS = 5;

/** How long metadata, or the failure to fetch it, is cached. */
const METADATA_LIFETIME_MS = 60_000;

export type Discover = (client: typeof OpenIdClient) => Promise<OpenIdClient.Configuration>;

/**
 * Prepares a function that reads the provider's metadata and compares its issuer with the configured one. It fetches at
 * most once a minute, so that visitors cannot make this server flood the provider. Signatures of ID tokens are verified
 * although OpenID Connect Core, 3.1.3.7, accepts TLS alone. The keys are read for each sign-in, so that a key rotation
 * takes effect at once. `now` is in milliseconds.
 */
export function prepareDiscovery(settings: OpenIdSettings, now: () => number): Discover {
  const issuer = new URL(settings.issuer);
  const isPlain = issuer.protocol === 'http:';
  let last: { readonly at: number; readonly answer: Promise<MetadataResponse> } | null = null;

  async function fetchMetadata(url: string, options: OpenIdClient.CustomFetchOptions): Promise<Response> {
    if (last === null || now() - last.at >= METADATA_LIFETIME_MS)
      last = { at: now(), answer: fetchFromProvider(url, options).then(readMetadata) };
    const { body, ...init } = await last.answer;
    return new Response(body, init);
  }

  return async (client) => {
    const authentication = chooseAuthentication(client, settings);
    const configuration = await client.discovery(issuer, settings.clientId, undefined, authentication, {
      timeout: TIMEOUT_SECONDS,
      execute: [client.enableNonRepudiationChecks, ...(isPlain ? [client.allowInsecureRequests] : [])],
      [client.customFetch]: fetchMetadata,
    });
    configuration[client.customFetch] = fetchFromProvider;
    return configuration;
  };
}

interface MetadataResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string | null;
}

async function readMetadata(answer: Response): Promise<MetadataResponse> {
  const { status, headers } = answer;
  return { status, headers, body: (await answer.text()) || null };
}

function chooseAuthentication(
  client: typeof OpenIdClient,
  { clientSecret, clientAuthentication }: OpenIdSettings,
): OpenIdClient.ClientAuth {
  if (clientSecret === null) return client.None();
  const [basic, post] = [client.ClientSecretBasic(clientSecret), client.ClientSecretPost(clientSecret)];
  return (server, ...rest) => {
    // The default of OpenID Connect Discovery, 3.
    const offered = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const method = clientAuthentication ?? offered.find((name) => name === 'client_secret_basic');
    return (method === 'client_secret_basic' ? basic : post)(server, ...rest);
  };
}

/**
 * Like `fetch`, but throws an `unreachable` OpenIdError for connection failures, 429 and 5xx, and rejects http except
 * to loopback.
 */
async function fetchFromProvider(url: string, options: OpenIdClient.CustomFetchOptions): Promise<Response> {
  const endpoint = new URL(url);
  const { host } = endpoint;
  checkEndpoint(endpoint);
  let answer: Response;
  try {
    answer = await fetch(url, options as RequestInit);
  } catch (error) {
    throw new OpenIdError('unreachable', `${host} does not answer: ${describe(error)}`);
  }
  if (answer.status < 500 && answer.status !== 429) return answer;
  await answer.body?.cancel();
  throw new OpenIdError('unreachable', `${host} answers with status ${answer.status}.`);
}

/** The message of `fetch` is only "fetch failed"; its cause has the reason. */
function describe(error: unknown): string {
  const { message, cause } = error as Error;
  const { code, message: reason } = (cause ?? {}) as NodeJS.ErrnoException;
  return reason || code || message;
}

/** Throws an OpenIdError for an endpoint without https, except on loopback. */
export function checkEndpoint({ protocol, hostname, host }: URL): void {
  if (protocol === 'https:' || isLoopbackName(hostname)) return;
  throw new OpenIdError('disagreement', `The provider has an endpoint without https at ${host}.`);
}
