import type { Logger } from '../definition/context.js';
import type { Keyring } from '../keys/keyring.js';
import type { KeyUse } from './key-use.js';
import type { Mode } from './page-context.js';
import type { CountSignIn, SignInMethods } from './sign-in/sign-in-methods.js';

export interface DashboardOptions {
  /** Called for each request that needs it, so that the server can start before the store is open. */
  readonly keyring: () => Promise<Keyring>;
  /** The name shown in titles and headers; `procgen` when absent. */
  readonly site?: string;
  /** Production when absent. */
  readonly mode?: Mode;
  /** The value for `--store` in commands; absent if the command line finds the store by itself. */
  readonly store?: string;
  /** The service's public URL; derived from the request when absent. */
  readonly baseUrl?: string;
  /** Describes the use of keys. Called for each request, because routes can change while the server runs. */
  readonly api?: () => KeyUse;
  /** Sign-in links only when absent. */
  readonly signIn?: SignInMethods;
  /** No limit when absent. */
  readonly countSignIn?: CountSignIn;
  readonly log: Logger;
}
