import type { InputPlan, NamedPlans } from '../protocol/decoding-plan.js';
import type { HttpMethod } from '../protocol/http-method.js';
import type { PathSegment } from '../protocol/path-template.js';
import type { RateLimitClass, RateLimitPolicy } from '../protocol/rate-limit.js';
import type { JsonSchema } from './json-schema.js';
import type { TypeModel } from './type-model.js';

/**
 * Everything the emitters print: plain, readonly, sorted data without a trace of zod or of the machine it was
 * made on. Every decision has been taken by the time one exists.
 */
export interface ApiModel {
  readonly info: { readonly title: string; readonly version: string; readonly description?: string };
  /** What stands before every path: `/api`, or the empty string. */
  readonly prefix: string;
  /** The server URL of the description: base URL and prefix, or the prefix alone. */
  readonly serverUrl: string;
  /** In the order of the config, the used ones only. */
  readonly tags: readonly string[];
  readonly credentials: CredentialModel;
  /** What the route table imports first, for its effects, in order. */
  readonly setup: readonly string[];
  readonly rateLimits: Readonly<Record<RateLimitClass, RateLimitPolicy>>;
  /** The description's named schemas, sorted by name. */
  readonly schemas: readonly NamedSchema[];
  /** The client's named types, sorted by name. Names are valid identifiers that clash with nothing. */
  readonly types: readonly NamedType[];
  /** The decoding plans that `{ ref }` names. */
  readonly plans: NamedPlans;
  /** The message catalogs: language to key to message, the fallback language first. */
  readonly messages: { readonly [locale: string]: { readonly [key: string]: string } };
  /** Sorted by name. */
  readonly procedures: readonly ProcedureModel[];
}

export interface CredentialModel {
  /** The scheme's name in the description. */
  readonly name: string;
  readonly header: string;
  /** The word before the credentials, or the empty string. */
  readonly prefix: string;
  readonly description?: string;
}

export interface NamedSchema {
  readonly name: string;
  readonly schema: JsonSchema;
}

export interface NamedType {
  readonly name: string;
  readonly type: TypeModel;
  readonly description?: string;
  readonly isDeprecated: boolean;
  /** As JSON carries them. */
  readonly examples?: readonly unknown[];
}

export interface ProcedureModel {
  /** The operationId and the place in the client, such as `apiKeys.list`. */
  readonly name: string;
  /** `name` in parts. */
  readonly namePath: readonly string[];
  /** A valid identifier that clashes with nothing the generated files declare, such as `apiKeysList`. */
  readonly identifier: string;
  /** What the client calls the type of its result, such as `ApiKeysListResult`. */
  readonly resultType: string;
  readonly source: SourceReference;
  readonly kind: 'query' | 'mutation';
  readonly method: HttpMethod;
  readonly path: readonly PathSegment[];
  /** Display names. */
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly isProtected: boolean;
  readonly scopes: readonly string[];
  readonly rateLimit: RateLimitClass | false;
  readonly isIdempotent: boolean;
  /** Whether a call with an `Idempotency-Key` that is repeated gets the first answer again. */
  readonly takesIdempotencyKey: boolean;
  readonly deprecation?: DeprecationModel;
  /** Absent when the procedure takes nothing. */
  readonly input?: InputModel;
  readonly success: SuccessModel;
  /** Sorted by status. */
  readonly failures: readonly FailureModel[];
}

export interface SourceReference {
  /** Relative to the project, with `/`. */
  readonly file: string;
  /** How a generated file imports it, such as `../procedures/items.js`. */
  readonly specifier: string;
  readonly exportName: string;
  /**
   * Where the file may run as late as its procedures are called: the modules that run before, as the file imports them.
   * Absent where a server has to run the file when it starts.
   */
  readonly runsAfter?: readonly string[];
}

export interface DeprecationModel {
  readonly since?: string;
  readonly sunset?: string;
  /** The name of the procedure to use instead. */
  readonly replacedBy?: string;
  /** The headers of every answer; `{name}` in the link stands for what a request has in its own path. */
  readonly headers: { readonly [name: string]: string };
}

export interface InputModel {
  /** Path parameters in the path's order, then the query's by name. */
  readonly parameters: readonly ParameterModel[];
  /** The JSON body, for the methods that carry one and inputs with keys beside the path's. */
  readonly body?: BodyModel;
  /** What is said of the input as a whole, where there is no body whose schema says it. */
  readonly description?: string;
  readonly plan: InputPlan;
  /** The whole input, as the client takes it; a reference to a named type. */
  readonly type: TypeModel;
  /** Whether the client may leave the whole input out. */
  readonly isOptional: boolean;
  /** Whether the schema takes `undefined` for an input of which nothing was sent. */
  readonly mayBeUndefined: boolean;
}

export interface ParameterModel {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly isRequired: boolean;
  readonly schema: JsonSchema;
  /** Set where OpenAPI's default for the place is not the one meant. */
  readonly style?: 'form' | 'deepObject';
  readonly explode?: boolean;
  readonly description?: string;
  readonly isDeprecated: boolean;
}

export interface BodyModel {
  readonly schema: JsonSchema;
  readonly isRequired: boolean;
}

export interface SuccessModel {
  readonly status: number;
  /** `envelope` is `{ success, payload, message? }`, `plain` the output as it is, `empty` no body at all. */
  readonly kind: 'envelope' | 'plain' | 'empty';
  /** The body's schema; absent when empty. */
  readonly schema?: JsonSchema;
  /** What the client gives: the envelope's payload or the plain body. */
  readonly payload: TypeModel;
  /** Response headers of the procedure's own, by name. */
  readonly headers: readonly HeaderModel[];
}

export interface HeaderModel {
  readonly name: string;
  readonly isRequired: boolean;
  readonly schema: JsonSchema;
  readonly description?: string;
}

export interface FailureModel {
  readonly status: number;
  readonly description: string;
  /** Whether the words are those that every operation uses for this status. */
  readonly isShared: boolean;
}
