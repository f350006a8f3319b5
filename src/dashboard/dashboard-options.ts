import type { Logger } from '../definition/context.js';
import type { Keyring } from '../keys/keyring.js';
import type { KeyUse } from './key-use.js';
import type { Mode } from './page-context.js';
import type { CountSignIn, SignInMethods } from './sign-in/sign-in-methods.js';

export interface DashboardOptions {
  /** Asked on each request that needs it, so that the server can start before the store is open. */
  readonly keyring: () => Promise<Keyring>;
  /** What the server calls itself; `procgen` when absent. */
  readonly site?: string;
  /** Production when absent. */
  readonly mode?: Mode;
  /** Where the service is reached, without a path of the dashboard; what the request says when absent. */
  readonly baseUrl?: string;
  /** What keys are good for, asked on each request: routes can change while the server runs. */
  readonly api?: () => KeyUse;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
  /** Links alone when absent. */
  readonly signIn?: SignInMethods;
  /** No limit when absent. */
  readonly countSignIn?: CountSignIn;
  readonly log: Logger;
}
