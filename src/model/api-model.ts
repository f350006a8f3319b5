import type { FormField, InputPlan, NamedPlans } from '../protocol/decoding-plan.js';
import type { HttpMethod } from '../protocol/http-method.js';
import type { PathSegment } from '../protocol/path-template.js';
import type { RateLimitClass, RateLimitPolicy } from '../protocol/rate-limit.js';
import type { JsonSchema } from './json-schema.js';
import type { TypeModel } from './type-model.js';

/**
 * Everything the emitters print: plain, readonly, sorted data that is independent of zod and of the machine. It contains
 * every decision.
 */
export interface ApiModel {
  readonly info: { readonly title: string; readonly version: string; readonly description?: string };
  /** The prefix of every path: `/api`, or the empty string. */
  readonly prefix: string;
  /** The server URL of the description: base URL and prefix, or only the prefix. */
  readonly serverUrl: string;
  /** In the order of the config, the used ones only. */
  readonly tags: readonly string[];
  readonly credentials: CredentialModel;
  /** The modules that the route table imports first, for their side effects, in order. */
  readonly setup: readonly string[];
  readonly rateLimits: Readonly<Record<RateLimitClass, RateLimitPolicy>>;
  /** The description's named schemas, sorted by name. */
  readonly schemas: readonly NamedSchema[];
  /** The client's named types, sorted by name. Names are valid and unique identifiers. */
  readonly types: readonly NamedType[];
  /** The decoding plans that a `{ ref }` refers to. */
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
  /** The scheme before the credentials, such as `Bearer`, or the empty string. */
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
  /** The operationId and the path in the client, such as `apiKeys.list`. */
  readonly name: string;
  /** `name` in parts. */
  readonly namePath: readonly string[];
  /** A valid identifier that is unique in the generated files, such as `apiKeysList`. */
  readonly identifier: string;
  /** The client's name for the type of its result, such as `ApiKeysListResult`. */
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
  /** Whether a repeated call with an `Idempotency-Key` gets the first response again. */
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
   * The modules that run before the file, in import order, if the file may be loaded on the first call of a procedure.
   * Absent if a server must load it at the start.
   */
  readonly runsAfter?: readonly string[];
}

export interface DeprecationModel {
  readonly since?: string;
  readonly sunset?: string;
  /** The name of the procedure to use instead. */
  readonly replacedBy?: string;
  /** The headers of every response; `{name}` in the link is replaced by the request's path parameter. */
  readonly headers: { readonly [name: string]: string };
}

export interface InputModel {
  /** Path parameters in the path's order, then the query's by name. */
  readonly parameters: readonly ParameterModel[];
  /** The body, for methods that have one and inputs with keys besides those of the path. */
  readonly body?: BodyModel;
  /** The description of the whole input, if there is no body whose schema has it. */
  readonly description?: string;
  readonly plan: InputPlan;
  /** The type of the client's input; a reference to a named type. */
  readonly type: TypeModel;
  /** Whether the client may omit the whole input. */
  readonly isOptional: boolean;
  /** Whether the schema accepts `undefined` when no input is sent. */
  readonly mayBeUndefined: boolean;
}

export interface ParameterModel {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly isRequired: boolean;
  readonly schema: JsonSchema;
  /** Set where it differs from OpenAPI's default. */
  readonly style?: 'form' | 'deepObject';
  readonly explode?: boolean;
  readonly description?: string;
  readonly isDeprecated: boolean;
}

export interface BodyModel {
  readonly schema: JsonSchema;
  readonly isRequired: boolean;
  /** How each field is sent in a `multipart/form-data` body, by name; absent where the body is JSON. */
  readonly fields?: { readonly [name: string]: FormFieldModel };
}

export interface FormFieldModel extends FormField {
  /** The media types that a file may have; absent where it may have any. */
  readonly contentTypes?: readonly string[];
}

export interface SuccessModel {
  readonly status: number;
  /**
   * `envelope` is `{ success, payload, message? }`, `plain` the output as it is, `binary` bytes, `events` a stream of
   * Server-Sent Events, `lines` JSON Lines, `empty` no body at all, `redirect` a `Location` in place of a body: the client
   * has the URL of such an operation and no call.
   */
  readonly kind: 'envelope' | 'plain' | 'binary' | 'events' | 'lines' | 'empty' | 'redirect';
  /** The JSON body's schema, or that of each event or line; absent when the body is bytes or empty. */
  readonly schema?: JsonSchema;
  /** The content type of bytes. */
  readonly contentType?: string;
  /** The client's type: of the envelope's payload, of the plain body, or of each event or line. */
  readonly payload: TypeModel;
  /** The response headers that the procedure declares, by name. */
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
  /** Whether the description is that of every operation with this status. */
  readonly isShared: boolean;
}
