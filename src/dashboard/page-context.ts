import type { Logger } from '../definition/context.js';
import type { AnswerStore, BoundKeyring } from '../keys/keyring.js';
import type { KeyUse } from './key-use.js';
import type { Language, Translate } from './messages.js';
import type { Origin } from './read-origin.js';
import type { CountSignIn, SignInMethods } from './sign-in/sign-in-methods.js';

export type Mode = 'development' | 'production';

/** The properties that every page needs, including error pages. */
export interface BaseContext {
  readonly t: Translate;
  readonly language: Language;
  /** The name shown in titles and headers. */
  readonly site: string;
  readonly origin: Origin;
}

/** The request as handlers see it. */
export interface PageContext extends BaseContext, KeyUse {
  /** Bound to the visitor's request. */
  readonly keyring: BoundKeyring;
  readonly path: string;
  readonly isPost: boolean;
  /** The page that the visitor requested before signing in: of the dashboard, or the explorer. */
  readonly wantedPage: string | null;
  /** The key id in the path; empty if the path has none. */
  readonly keyId: string;
  readonly query: URLSearchParams;
  /** The body of a POST; empty otherwise. */
  readonly form: URLSearchParams;
  /** The session cookie, valid or not. */
  readonly sessionToken: string | null;
  /** The signed-in user. */
  readonly userId: string | null;
  /** Whether a trusted proxy named the user; then there is no session to sign out of. */
  readonly isFromProxy: boolean;
  /** Whether the request comes from a page of another site. */
  readonly isFromOtherSite: boolean;
  /** The cookie of a sign-in that is in progress at the OpenID provider. */
  readonly attemptToken: string | null;
  readonly signIn: SignInMethods;
  readonly countSignIn: CountSignIn;
  /** The browser's IP address, trusted proxies considered. */
  readonly address: string;
  /** The `User-Agent` header; empty if absent. */
  readonly userAgent: string;
  /** The configured public URL of the service, if any. */
  readonly baseUrl: string | null;
  readonly requestId: string;
  /** Claims for submitted forms. */
  readonly answers: AnswerStore;
  readonly mode: Mode;
  /** The value for `--store` in commands; null if the command line finds the store by itself. */
  readonly store: string | null;
  /** The store's time, in epoch milliseconds. */
  readonly now: number;
  readonly log: Logger;
}

/** A context of someone who is signed in. */
export type UserPageContext = PageContext & { readonly userId: string };
