/** How people sign in to the dashboard, beside the links of `procgen users link`. */
export interface SignIn {
  /** Sign-in at a provider that speaks OpenID Connect. It needs the package `openid-client`. */
  readonly openId?: OpenIdSignIn;
  /** Sign-in by a proxy that names the user in a header. It needs `baseUrl`. */
  readonly proxyHeader?: ProxyHeaderSignIn;
}

/** A provider that speaks OpenID Connect; needs the package `openid-client`. */
export interface OpenIdSignIn {
  /**
   * The URL of the provider, as its own metadata spells it, such as `https://accounts.google.com`. http is for loopback
   * only.
   */
  readonly issuer: string;
  /** The id of this client at the provider. */
  readonly clientId: string;
  /** The secret of this client. `PROCGEN_OPENID_CLIENT_SECRET` overrides it; a public client has none. */
  readonly clientSecret?: string | undefined;
  /**
   * How the secret is sent.
   * @default what the provider offers, `client_secret_basic` first
   */
  readonly clientAuthentication?: 'client_secret_basic' | 'client_secret_post';
  /**
   * The name of the provider on the sign-in button.
   * @default the host of the issuer
   */
  readonly name?: string;
  /**
   * The OAuth scopes to ask for, beside `openid`.
   * @default ['email']
   */
  readonly scopes?: readonly string[];
  /**
   * The claim that identifies a user. `sub` is the only one that no provider ever reassigns (OpenID Connect Core, 5.7).
   * `email` counts only when the provider says that it is verified. All but `email` are prefixed with the issuer, so
   * that no account there has the id of a user created here.
   * @default 'sub'
   */
  readonly userClaim?: string;
  /**
   * Who may sign in: verified e-mail addresses and their domains (`['alice@example.com', 'example.org']`), or a
   * function of the claims that returns true. `'*'` is everyone whom the provider lets in. The function sees `email`
   * only when it is verified, and no other claim with an `@` in it (`OpenIdClaims`).
   */
  readonly allow: '*' | readonly string[] | ((claims: OpenIdClaims) => boolean | Promise<boolean>);
}

/**
 * What the provider says of a user: the ID token's claims, then those of its user info endpoint. A function `allow`
 * gets them without those that hold an `@` anywhere, in a list of groups too: an address there is not known to be
 * verified. `email` and what equals it is there when the provider says that it is verified, `iss` and `sub` always: a
 * `sub` may look like an address and prove none.
 */
export interface OpenIdClaims {
  readonly iss: string;
  readonly sub: string;
  readonly email?: unknown;
  readonly email_verified?: unknown;
  readonly [claim: string]: unknown;
}

/** A proxy that has signed its users in already and names them in a header; needs `baseUrl`. */
export interface ProxyHeaderSignIn {
  /** The header that holds the user's id, such as `X-Forwarded-User`. */
  readonly name: string;
  /** The addresses and CIDR blocks of the proxy. The header is trusted only on their connections. */
  readonly from: readonly string[];
}
