/**
 * The entry point `procgen`: what a procedure file and `procgen.config.ts` import. Every type that an exported declaration
 * names is exported too, since `declaration: true` has to name what TypeScript infers for a project's own exports.
 */

export type { ActionResponse, EmptyActionResponse } from './authoring/action-response.js';
export { actionResponse, ok } from './authoring/action-response.js';
export type { CallRequest } from './authoring/call-procedure.js';
export type {
  Authenticate,
  AuthenticationRequest,
  Authenticator,
  Config,
  CredentialScheme,
  Idempotency,
  IdempotencyRequest,
  Lifecycle,
  OverloadLimits,
  Principal,
  RateLimits,
  TrustProxy,
} from './authoring/config.js';
export type {
  Context,
  DeclaredHeaders,
  HeaderValue,
  Logger,
  LogMethod,
  Merge,
  Protected,
  RequestView,
  ResponseDraft,
  Translate,
  User,
  WithResponse,
} from './authoring/context.js';
export type { Cors, CorsOptions } from './authoring/cors.js';
export { defineConfig } from './authoring/define-config.js';
export type { Emitter } from './authoring/emitter.js';
export type { KoaContext, KoaCookies } from './authoring/koa-context.js';
export type { Deprecation, Metadata, OpenApiMetadata } from './authoring/metadata.js';
export type {
  HandlerResult,
  IntersectInputs,
  Procedure,
  ProcedureBuilder,
  ProtectOf,
} from './authoring/procedure.js';
export { createProcedure, procedure } from './authoring/procedure.js';
export type {
  Handler,
  HandlerOptions,
  Middleware,
  MiddlewareResult,
  Next,
  ProcedureDefinition,
} from './authoring/procedure-definition.js';
export type { InputOf, OutputOf, Schema } from './authoring/schema.js';
export type { OpenIdClaims, OpenIdSignIn, ProxyHeaderSignIn, SignIn } from './authoring/sign-in.js';
export type { WarningCode } from './compiler/diagnostic-catalog.js';
export type { ClientView, OperationView } from './compiler/emit/client/client-view.js';
export type { ClientReadmeView } from './compiler/emit/client-package/client-readme-view.js';
export type { ClientMockView } from './compiler/emit/mock/client-mock-view.js';
export type { OutputFile } from './compiler/emit/output-file.js';
export type { RoutesView } from './compiler/emit/routes/routes-view.js';
export type {
  ApiModel,
  BodyModel,
  CredentialModel,
  DeprecationModel,
  FailureModel,
  HeaderModel,
  InputModel,
  NamedSchema,
  NamedType,
  ParameterModel,
  ProcedureModel,
  SourceReference,
  SuccessModel,
} from './compiler/model/api-model.js';
export type { JsonSchema } from './compiler/model/json-schema.js';
export type { PropertyType, TypeKeyword, TypeModel } from './compiler/model/type-model.js';
export type {
  ApiKeys,
  CreatedKey,
  CreateKeyRequest,
  KeyRecord,
  RotatedKey,
  RotateKeyRequest,
  VerifiedKey,
} from './keys/api-keys.js';
export type { DecodingPlan, InputPlan, LeafPlan, NamedPlans } from './protocol/decoding-plan.js';
export type { Envelope, Failure, FieldError, Success } from './protocol/envelope.js';
export type { ErrorCode } from './protocol/error-code.js';
export type { HttpMethod } from './protocol/http-method.js';
export type { PathSegment } from './protocol/path-template.js';
export type { ProcedureErrorOptions } from './protocol/procedure-error.js';
export { isProcedureError, ProcedureError } from './protocol/procedure-error.js';
export type { RateLimitClass, RateLimitPolicy, StoreFailureAnswer } from './protocol/rate-limit.js';
