/** How people sign in to the dashboard, in addition to the links of `procgen users link`. */
export interface SignIn {
  /** Sign-in with an OpenID Connect provider. It needs the package `openid-client`. */
  readonly openId?: OpenIdSignIn;
  /** Sign-in by a proxy that names the user in a header. It needs `baseUrl`. */
  readonly proxyHeader?: ProxyHeaderSignIn;
}

/** An OpenID Connect provider; needs the package `openid-client`. */
export interface OpenIdSignIn {
  /**
   * The URL of the provider, spelled as in its own metadata, such as `https://accounts.google.com`. http is allowed for
   * loopback only.
   */
  readonly issuer: string;
  /** The id of this client at the provider. */
  readonly clientId: string;
  /** The secret of this client. `PROCGEN_OPENID_CLIENT_SECRET` overrides it; a public client has none. */
  readonly clientSecret?: string | undefined;
  /**
   * How the secret is sent.
   * @default a method that the provider supports, `client_secret_basic` first
   */
  readonly clientAuthentication?: 'client_secret_basic' | 'client_secret_post';
  /**
   * The name of the provider on the sign-in button.
   * @default the host of the issuer
   */
  readonly name?: string;
  /**
   * The OAuth scopes to request, in addition to `openid`.
   * @default ['email']
   */
  readonly scopes?: readonly string[];
  /**
   * The claim that identifies a user. `sub` is the only one that no provider ever reassigns (OpenID Connect Core, 5.7).
   * `email` counts only when the provider says that it is verified. All claims but `email` are prefixed with the
   * issuer, so that no account of the provider has the id of a user created here.
   * @default 'sub'
   */
  readonly userClaim?: string;
  /**
   * Who may sign in: verified e-mail addresses and their domains (`['alice@example.com', 'example.org']`), or a
   * function of the claims that returns true. `'*'` is everyone whom the provider authenticates. The function gets
   * `email` only when it is verified, and no other claim that contains an `@` (`OpenIdClaims`).
   */
  readonly allow: '*' | readonly string[] | ((claims: OpenIdClaims) => boolean | Promise<boolean>);
}

/**
 * The provider's claims about a user: those of the ID token, then those of the user info endpoint. A function `allow`
 * gets no claim that contains an `@`, also not inside a list such as groups, because an address there may be
 * unverified. There are two exceptions: `email` and claims equal to it when the provider says that it is verified, and
 * always `iss` and `sub`. A `sub` may look like an address, but proves none.
 */
export interface OpenIdClaims {
  readonly iss: string;
  readonly sub: string;
  readonly email?: unknown;
  readonly email_verified?: unknown;
  readonly [claim: string]: unknown;
}

/** A proxy that has already authenticated its users and names them in a header; needs `baseUrl`. */
export interface ProxyHeaderSignIn {
  /** The header that holds the user's id, such as `X-Forwarded-User`. */
  readonly name: string;
  /** The addresses and CIDR blocks of the proxy. The header is trusted only on their connections. */
  readonly from: readonly string[];
}
