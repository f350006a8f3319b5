/** The door `procgen`: what a procedure file and `procgen.config.ts` import. */

export type { ActionResponse, EmptyActionResponse } from './authoring/action-response.js';
export { actionResponse, ok } from './authoring/action-response.js';
export type {
  Authenticate,
  AuthenticationRequest,
  Authenticator,
  Config,
  CredentialScheme,
  Idempotency,
  IdempotencyRequest,
  Lifecycle,
  Principal,
} from './authoring/config.js';
export { defineConfig } from './authoring/config.js';
export type { Context, Logger, RequestView, ResponseDraft, Translate, User } from './authoring/context.js';
export type { Emitter } from './authoring/emitter.js';
export type { Deprecation, Metadata, OpenApiMetadata } from './authoring/metadata.js';
export type { Procedure, ProcedureBuilder } from './authoring/procedure.js';
export { createProcedure, procedure } from './authoring/procedure.js';
export type { Handler, HandlerOptions, Middleware } from './authoring/procedure-definition.js';
export type { OpenIdClaims, OpenIdSignIn, ProxyHeaderSignIn, SignIn } from './authoring/sign-in.js';
export type { ClientView, OperationView } from './compiler/emit/client/client-view.js';
export type { ClientReadmeView } from './compiler/emit/client-package/client-readme-view.js';
export type { ClientMockView } from './compiler/emit/mock/client-mock-view.js';
export type { OutputFile } from './compiler/emit/output-file.js';
export type { RoutesView } from './compiler/emit/routes/routes-view.js';
export type {
  ApiModel,
  BodyModel,
  DeprecationModel,
  FailureModel,
  HeaderModel,
  InputModel,
  ParameterModel,
  ProcedureModel,
  SuccessModel,
} from './compiler/model/api-model.js';
export type { JsonSchema } from './compiler/model/json-schema.js';
export type { TypeModel } from './compiler/model/type-model.js';
export type {
  ApiKeys,
  CreatedKey,
  CreateKeyRequest,
  KeyRecord,
  RotatedKey,
  RotateKeyRequest,
  VerifiedKey,
} from './keys/api-keys.js';
export type { Envelope, Failure, FieldError, Success } from './protocol/envelope.js';
export type { ErrorCode } from './protocol/error-code.js';
export type { ProcedureErrorOptions } from './protocol/procedure-error.js';
export { isProcedureError, ProcedureError } from './protocol/procedure-error.js';
