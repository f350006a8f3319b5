/**
 * The entry point `procgen`: what a procedure file and `procgen.config.ts` import. Every type that an exported declaration
 * names is exported too, since `declaration: true` has to name what TypeScript infers for a project's own exports.
 */

export type { ActionResponse, EmptyActionResponse } from './authoring/action-response.js';
export { actionResponse, ok } from './authoring/action-response.js';
export { attachment } from './authoring/attachment.js';
export type { CallContext, CallRequest } from './authoring/call-procedure.js';
export { defineConfig } from './authoring/define-config.js';
export type { Binary, BinaryOptions, EventStream, JsonLines, Redirect } from './authoring/outputs.js';
export { binary, eventStream, jsonLines, redirect, withId } from './authoring/outputs.js';
export type {
  HandlerResult,
  IntersectInputs,
  Procedure,
  ProcedureBuilder,
  ProtectOf,
} from './authoring/procedure.js';
export { createProcedure, procedure } from './authoring/procedure.js';
export type { ClientView, LinkView, OperationView } from './compiler/emit/client/client-view.js';
export type { ClientReadmeView } from './compiler/emit/client-package/client-readme-view.js';
export type { ClientMockView } from './compiler/emit/mock/client-mock-view.js';
export type { RoutesView } from './compiler/emit/routes/routes-view.js';
export type { BinarySource } from './definition/binary.js';
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
  UploadOptions,
} from './definition/config.js';
export type {
  Context,
  CookieOptions,
  DeclaredHeaders,
  HeaderValue,
  Logger,
  LogMethod,
  Merge,
  Protected,
  RequestView,
  ResponseCookies,
  ResponseOptions,
  Translate,
  User,
  WithResponse,
} from './definition/context.js';
export type { Cors, CorsOptions } from './definition/cors.js';
export type { Docs } from './definition/docs.js';
export type { KoaContext, KoaCookies } from './definition/koa-context.js';
export type { Deprecation, Metadata, OpenApiMetadata } from './definition/metadata.js';
export type {
  Handler,
  HandlerOptions,
  Middleware,
  MiddlewareResult,
  Next,
  ProcedureDefinition,
} from './definition/procedure-definition.js';
export type { RedirectStatus, RedirectTarget } from './definition/redirect.js';
export type { InputOf, OutputOf, Schema } from './definition/schema.js';
export type { OpenIdClaims, OpenIdSignIn, ProxyHeaderSignIn, SignIn } from './definition/sign-in.js';
export type { EventIterable, EventWithId } from './definition/stream.js';
export type {
  ApiKeys,
  CreatedKey,
  CreateKeyRequest,
  KeyChanges,
  KeyRecord,
  RotatedKey,
  RotateKeyRequest,
  UpdateKeyRequest,
  VerifiedKey,
} from './keys/api-keys.js';
export type {
  ApiModel,
  BodyModel,
  CredentialModel,
  DeprecationModel,
  FailureModel,
  FormFieldModel,
  HeaderModel,
  InputModel,
  NamedSchema,
  NamedType,
  ParameterModel,
  ProcedureModel,
  SourceReference,
  SuccessModel,
} from './model/api-model.js';
export type { WarningCode } from './model/diagnostic-catalog.js';
export type { Emitter } from './model/emitter.js';
export type { JsonSchema } from './model/json-schema.js';
export type { OutputFile } from './model/output-file.js';
export type { PropertyType, TypeKeyword, TypeModel } from './model/type-model.js';
export type {
  DecodingPlan,
  FormField,
  FormPlan,
  InputPlan,
  LeafPlan,
  NamedPlans,
} from './protocol/decoding-plan.js';
export type { Envelope, Failure, FieldError, Success } from './protocol/envelope.js';
export type { ErrorCode } from './protocol/error-code.js';
export type { HttpMethod } from './protocol/http-method.js';
export type { PathSegment } from './protocol/path-template.js';
export type { ProcedureErrorOptions } from './protocol/procedure-error.js';
export { isProcedureError, ProcedureError } from './protocol/procedure-error.js';
export type { RateLimitClass, RateLimitPolicy, StoreFailureAnswer } from './protocol/rate-limit.js';
