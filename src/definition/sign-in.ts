/** How people sign in to the dashboard, beside the links of `procgen users link`. Everything is off when absent. */
export interface SignIn {
  readonly openId?: OpenIdSignIn;
  readonly proxyHeader?: ProxyHeaderSignIn;
}

/** A provider that speaks OpenID Connect; needs the package `openid-client`. */
export interface OpenIdSignIn {
  /** As the provider's own metadata spells it: `https://accounts.google.com`. http is for loopback alone. */
  readonly issuer: string;
  readonly clientId: string;
  /** `PROCGEN_OPENID_CLIENT_SECRET` wins; a public client has none. */
  readonly clientSecret?: string | undefined;
  /** How the secret is sent; what the provider offers when absent, `client_secret_basic` first. */
  readonly clientAuthentication?: 'client_secret_basic' | 'client_secret_post';
  /** What the button calls the provider; the issuer's host when absent. */
  readonly name?: string;
  /** Beside `openid`; `['email']` when absent. */
  readonly scopes?: readonly string[];
  /**
   * The claim that tells users apart; `sub` when absent. It is the only one that no provider ever gives to
   * somebody else (OpenID Connect Core, 5.7). `email` counts only when the provider says that it is verified.
   * All but `email` are prefixed by the issuer, so that no account there has the name of a user made here.
   */
  readonly userClaim?: string;
  /**
   * Who may sign in: verified e-mail addresses and domains of such (`['alice@example.com', 'example.org']`), or a
   * function that answers true; `'*'` is everyone whom the provider lets in. The function sees `email` only when it is
   * verified, and no other claim with an `@` in it: see `OpenIdClaims`.
   */
  readonly allow: '*' | readonly string[] | ((claims: OpenIdClaims) => boolean | Promise<boolean>);
}

/**
 * What the provider says of a user: the ID token's claims, then those of its user info endpoint. A function `allow` gets
 * them without those that hold an `@` anywhere, in a list of groups too: an address there is not known to be verified.
 * `email` and what equals it is there when the provider says that it is verified, `iss` and `sub` always: a `sub` may
 * look like an address and prove none.
 */
export interface OpenIdClaims {
  readonly iss: string;
  readonly sub: string;
  readonly email?: unknown;
  readonly email_verified?: unknown;
  readonly [claim: string]: unknown;
}

/** A proxy that has signed its users in already and says who they are; needs `baseUrl`. */
export interface ProxyHeaderSignIn {
  /** The header that holds the user's id, such as `X-Forwarded-User`. */
  readonly name: string;
  /** The addresses and CIDR blocks of the proxy, whose connections alone are believed. */
  readonly from: readonly string[];
}
