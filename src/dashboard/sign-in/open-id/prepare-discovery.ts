import type * as OpenIdClient from 'openid-client';
import { isLoopbackName } from '../../../protocol/is-loopback-name.js';
import { OpenIdError } from './open-id-error.js';
import type { OpenIdSettings } from './open-id-settings.js';

const TIMEOUT_SECONDS = 5;

/** How long the provider's answer counts, be it a failure. */
const ANSWER_LIFE_MS = 60_000;

export type Discover = (client: typeof OpenIdClient) => Promise<OpenIdClient.Configuration>;

/**
 * Prepares what reads the provider's metadata, and holds its issuer against the one that is configured. The provider is
 * asked once a minute at most, whoever comes, so that nobody can make this server call it as often as they like. ID
 * tokens are then checked with the provider's keys, though they come from it directly and the standard would be content
 * with TLS; each configuration reads them anew, so that a key that the provider has changed counts at once. `now` is in
 * milliseconds.
 */
export function prepareDiscovery(settings: OpenIdSettings, now: () => number): Discover {
  const issuer = new URL(settings.issuer);
  const isPlain = issuer.protocol === 'http:';
  let last: { readonly at: number; readonly answer: Promise<MetadataAnswer> } | null = null;

  async function fetchMetadata(url: string, options: OpenIdClient.CustomFetchOptions): Promise<Response> {
    if (last === null || now() - last.at >= ANSWER_LIFE_MS)
      last = { at: now(), answer: fetchFromProvider(url, options).then(readAnswer) };
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

interface MetadataAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string | null;
}

async function readAnswer(answer: Response): Promise<MetadataAnswer> {
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
    // What a provider that does not say takes: OpenID Connect Discovery, 3.
    const offered = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const method = clientAuthentication ?? offered.find((name) => name === 'client_secret_basic');
    return (method === 'client_secret_basic' ? basic : post)(server, ...rest);
  };
}

/** `fetch`, that tells a provider which cannot answer from one that says no, and speaks http with loopback alone. */
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

/** `fetch` says only that it failed; the network's own word is in the cause. */
function describe(error: unknown): string {
  const { message, cause } = error as Error;
  const { code, message: reason } = (cause ?? {}) as NodeJS.ErrnoException;
  return reason || code || message;
}

/** Throws an OpenIdError for an endpoint that would be spoken to in the clear, on this machine excepted. */
export function checkEndpoint({ protocol, hostname, host }: URL): void {
  if (protocol === 'https:' || isLoopbackName(hostname)) return;
  throw new OpenIdError('disagreement', `The provider has an endpoint without https at ${host}.`);
}
