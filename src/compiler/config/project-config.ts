import type { CredentialScheme } from '../../definition/config.js';
import type { Emitter } from '../../model/emitter.js';
import type { RateLimitClass, RateLimitPolicy } from '../../protocol/rate-limit.js';
import type { SetupFile } from '../evaluate/evaluate-exports.js';
import type { SourceLocation } from '../source-location.js';

/** The folder of procedure files where nothing else is said, relative to the project. */
export const DEFAULT_PROCEDURES = 'procedures';

/** How long the code of one module may run in a build, where nothing else is said. */
export const DEFAULT_BUILD_TIMEOUT_MS = 30_000;

/** The part of the configuration that a build depends on, with its defaults filled in. */
export interface ProjectConfig {
  /** All that the configuration says, checked. */
  readonly settings: object;
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly description?: string | undefined;
  };
  readonly baseUrl: string | undefined;
  /** What stands before every path: `/api`, or the empty string. */
  readonly prefix: string;
  /** The folder of procedure files, relative to the project. */
  readonly procedures: string;
  /** The folder of generated files, relative to the project. */
  readonly out: string;
  /** The modules that run before schemas are made, in order. */
  readonly setup: readonly SetupFile[];
  /** Key to display name. */
  readonly tags: Readonly<Record<string, string>>;
  readonly credentials: CredentialScheme;
  /** Whether the application tells by itself who calls, so that API keys do not. */
  readonly hasOwnAuthentication: boolean;
  /** Whether the application adds to `ctx`. */
  readonly hasOwnContext: boolean;
  /** Whether answers to calls without a user are kept under an `Idempotency-Key`. */
  readonly keepsAnonymousAnswers: boolean;
  readonly rateLimits: Readonly<Record<RateLimitClass, RateLimitPolicy>>;
  readonly locales: readonly string[];
  /** How long the code of one module may run in a build. */
  readonly buildTimeoutMs: number;
  /** Emitters of the project's own, and where the configuration names them. */
  readonly emitters: readonly {
    readonly emit: Emitter;
    readonly location: SourceLocation;
  }[];
  /** The codes of the warnings that it turns off. */
  readonly silenced: readonly string[];
  /** The configuration's file relative to the project; null when the project has none. */
  readonly file: string | null;
}
