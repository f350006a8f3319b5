import type { ApiModel, CredentialModel } from '../../model/api-model.js';
import type { Emitter } from '../../model/emitter.js';
import type { SetupFile } from '../evaluate/evaluate-exports.js';
import type { SourceLocation } from '../source-location.js';

/** The default folder of procedure files, relative to the project. */
export const DEFAULT_PROCEDURES = 'procedures';

/** The default limit on how long the code of one module may run in a build. */
export const DEFAULT_BUILD_TIMEOUT_MS = 30_000;

/** The part of the configuration that a build depends on, with its defaults filled in. */
export interface ProjectConfig {
  /** The whole configuration, validated. */
  readonly settings: object;
  readonly info: ApiModel['info'];
  readonly baseUrl: string | undefined;
  /** The prefix of every path, such as `/api`; may be empty. */
  readonly prefix: string;
  /** The folder of procedure files, relative to the project. */
  readonly procedures: string;
  /** The folder of generated files, relative to the project. */
  readonly out: string;
  /** Modules that run before schemas are created, in order. */
  readonly setup: readonly SetupFile[];
  /** Key to display name. */
  readonly tags: Readonly<Record<string, string>>;
  readonly credentials: CredentialModel;
  /** Whether the application authenticates callers itself, in place of API keys. */
  readonly hasOwnAuthentication: boolean;
  /** Whether the application adds to `ctx`. */
  readonly hasOwnContext: boolean;
  /** Whether responses to anonymous calls are stored under their `Idempotency-Key`. */
  readonly keepsAnonymousAnswers: boolean;
  readonly rateLimits: ApiModel['rateLimits'];
  readonly locales: readonly string[];
  /** How long the code of one module may run in a build. */
  readonly buildTimeoutMs: number;
  /** The project's own emitters, with their locations in the configuration. */
  readonly emitters: readonly {
    readonly emit: Emitter;
    readonly location: SourceLocation;
  }[];
  /** The codes of the warnings that the configuration turns off. */
  readonly silenced: readonly string[];
  /** The configuration's file relative to the project; null when the project has none. */
  readonly file: string | null;
}
