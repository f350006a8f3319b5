import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type ClientMetadata, type Configuration, type JWK } from 'oidc-provider';

export const CLIENT = { id: 'procgen-client', secret: 'a-secret-of-the-client-that-nobody-may-read' };

/** What the provider knows of the people who have an account there, by the name they sign in with. */
export type Accounts = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

export interface ProviderOptions {
  readonly accounts?: Accounts;
  /** Whether e-mail addresses are at the user info endpoint only, as the standard has it; true when absent. */
  readonly keepsIdTokenSmall?: boolean;
  readonly configuration?: Configuration;
}

export interface RunningProvider {
  readonly issuer: string;
  /** The paths that were asked for, in order. */
  readonly requests: string[];
  /** What the token endpoint received and sent, as it went over the wire. */
  readonly tokens: { request: string; answer: Record<string, unknown> }[];
  /** Changes what the token endpoint answers. */
  tamper: ((answer: Record<string, unknown>) => unknown) | null;
  /** Answers in the place of the provider when it returns true. */
  intercept: ((req: IncomingMessage, res: ServerResponse) => boolean) | null;
  /** An ID token with these claims, signed with the provider's own key unless told. */
  signIdToken(claims: object, changes?: { header?: object; key?: KeyObject }): string;
  /** Lets the client come back to this dashboard. */
  admit(dashboardUrl: string): void;
  /** Signs with another key from now on; the old one is gone. */
  rotateKey(): void;
  stop(): Promise<void>;
  start(): Promise<void>;
}

/** A real provider, at `localhost`: for a browser another site than the dashboard's `127.0.0.1`. */
export async function startProvider(options: ProviderOptions = {}): Promise<RunningProvider> {
  let redirectUris: string[] = ['https://nowhere.example/callback'];
  firstKey ??= makeKey();
  let key = firstKey;
  let callback: ((req: IncomingMessage, res: ServerResponse) => unknown) | null = null;
  const server = createServer((req, res) => {
    running.requests.push(req.url ?? '');
    if (running.intercept?.(req, res)) return;
    callback ??= build();
    callback(req, res);
  });
  let port = 0;
  const listen = () => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  await listen();
  port = (server.address() as AddressInfo).port;
  const issuer = `http://localhost:${port}`;

  function build() {
    const provider = quietly(() => new Provider(issuer, configure(options, redirectUris, key.jwk)));
    provider.use(async (ctx, next) => {
      await next();
      if (ctx.path !== '/token' || typeof ctx.body !== 'object') return;
      const answer = ctx.body as Record<string, unknown>;
      const body = (ctx as { oidc?: { params?: object } }).oidc?.params;
      running.tokens.push({ request: JSON.stringify(body), answer: { ...answer } });
      if (running.tamper) ctx.body = running.tamper(answer);
    });
    return provider.callback();
  }

  const running: RunningProvider = {
    issuer,
    requests: [],
    tokens: [],
    tamper: null,
    intercept: null,
    signIdToken(claims, { header = {}, key: otherKey = key.privateKey } = {}) {
      const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
      const text = `${part({ alg: 'RS256', kid: key.jwk.kid, typ: 'JWT', ...header })}.${part(claims)}`;
      return `${text}.${sign('sha256', Buffer.from(text), otherKey).toString('base64url')}`;
    },
    admit(dashboardUrl) {
      redirectUris = [`${dashboardUrl}/dashboard/sign-in/openid/callback`];
      callback = null;
    },
    rotateKey() {
      key = makeKey();
      callback = null;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
    start: listen,
  };
  return running;
}

/** It warns that what it is made of here is not for production. */
function quietly<T>(make: () => T): T {
  const { warn } = console;
  console.warn = () => {};
  try {
    return make();
  } finally {
    console.warn = warn;
  }
}

/** Making one takes a while; all providers of a file begin with the same. */
let firstKey: ReturnType<typeof makeKey> | undefined;
let keys = 0;

function makeKey(): { readonly privateKey: KeyObject; readonly jwk: JWK & { readonly kid: string } } {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const jwk = { ...privateKey.export({ format: 'jwk' }), kid: `key-${++keys}`, use: 'sig', alg: 'RS256' };
  return { privateKey, jwk: jwk as JWK & { kid: string } };
}

function createClient({ clientDefaults }: Configuration, redirectUris: string[]): ClientMetadata {
  const client = { ...clientDefaults, client_id: CLIENT.id, redirect_uris: redirectUris };
  return client.token_endpoint_auth_method === 'none' ? client : { ...client, client_secret: CLIENT.secret };
}

function configure(
  { accounts = {}, keepsIdTokenSmall = true, configuration = {} }: ProviderOptions,
  redirectUris: string[],
  jwk: JWK,
): Configuration {
  return {
    clients: [createClient(configuration, redirectUris)],
    jwks: { keys: [jwk] },
    cookies: { keys: ['cookies-of-the-provider'] },
    ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'nickname'] },
    conformIdTokenClaims: keepsIdTokenSmall,
    findAccount: (_ctx, id) => ({
      accountId: id,
      claims: () => ({ sub: id, ...(accounts[id] ?? { email: `${id}@example.com`, email_verified: true }) }),
    }),
    ...configuration,
  };
}
