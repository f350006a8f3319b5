import type { Deprecation } from '../../definition/metadata.js';
import type {
  DeprecationModel,
  FailureModel,
  HeaderModel,
  InputModel,
  ProcedureModel,
  SuccessModel,
} from '../../model/api-model.js';
import type { JsonSchema } from '../../model/json-schema.js';
import { isMessageKey, MESSAGES } from '../../protocol/messages.js';
import { listParameters, printOpenApiPath } from '../../protocol/path-template.js';
import type { RateLimitClass } from '../../protocol/rate-limit.js';
import { printSpecifier } from '../relative-path.js';
import type { Shape } from '../schema/shape.js';
import { buildInput } from './build-input.js';
import type { CheckedProcedure, ModelContext } from './model-context.js';
import type { UncheckedProcedure } from './unchecked-api.js';

export function buildProcedure(procedure: CheckedProcedure, context: ModelContext): ProcedureModel {
  const { openapi, kind, method, file, exportName, runsAfter, sentAs } = procedure;
  const { tags = [], summary = '', protect = false, scopes = [], deprecated } = openapi;
  const description = openapi.description ?? procedure.description;
  const input = buildInput(procedure, context);
  const rateLimit = rateLimitOf(procedure);
  return {
    name: procedure.name,
    namePath: procedure.namePath,
    identifier: context.claimed.operation(procedure),
    resultType: context.claimed.resultType(procedure),
    source: {
      file,
      specifier: specifierOf(file, context),
      exportName,
      ...(runsAfter && { runsAfter }),
    },
    kind,
    method,
    path: procedure.path,
    tags: [...new Set(tags.map((tag) => context.config.tags[tag] ?? tag))],
    summary,
    ...(description !== undefined && { description }),
    isProtected: protect,
    scopes: [...new Set(scopes)],
    rateLimit,
    isIdempotent: openapi.idempotent ?? isIdempotent(procedure),
    takesIdempotencyKey:
      kind === 'mutation' &&
      (sentAs.kind === 'plain' || sentAs.kind === 'envelope') &&
      input?.body?.fields === undefined &&
      (protect || context.config.keepsAnonymousAnswers),
    ...(deprecated && {
      deprecation: buildDeprecation(deprecated === true ? {} : deprecated, procedure, context),
    }),
    ...(input && { input }),
    success: buildSuccess(procedure, context),
    failures: buildFailures(procedure, input, rateLimit, context),
  };
}

/** Whether a call may be repeated: by its method, or since it is a query whose events a client resumes. */
function isIdempotent({ kind, method, sentAs }: CheckedProcedure): boolean {
  if (method === 'GET' || method === 'PUT' || method === 'DELETE') return true;
  return kind === 'query' && sentAs.kind === 'events';
}

function isIn(names: readonly string[]): (name: string) => boolean {
  return (name) => names.includes(name);
}

/** Returns the specifier with which generated files import a module of the project (relative path). */
export function specifierOf(file: string, { config, importExtension }: ModelContext): string {
  return printSpecifier(
    config.out,
    importExtension === '.ts' ? file : file.replace(/\.([cm]?)tsx?$/, '.$1js'),
  );
}

function rateLimitOf({ kind, rateLimit }: CheckedProcedure): RateLimitClass | false {
  return rateLimit ?? (kind === 'query' ? 'QUERY' : 'MUTATION');
}

/** Adds the headers of RFC 9745 (`Deprecation`), RFC 8594 (`Sunset`) and RFC 5829 (`successor-version`). */
function buildDeprecation(
  { since, sunset, replacedBy }: Deprecation,
  { path }: CheckedProcedure,
  { procedures, config: { prefix } }: ModelContext,
): DeprecationModel {
  const successor = procedures.find(({ name }) => name === replacedBy)?.path;
  const headers: Record<string, string> = {};
  if (since !== undefined) headers.Deprecation = `@${Date.parse(since) / 1000}`;
  if (sunset !== undefined) headers.Sunset = new Date(sunset).toUTCString();
  // A link names one resource. It is left out if the request lacks a parameter of the successor's path.
  if (successor && !('error' in successor) && listParameters(successor).every(isIn(listParameters(path)))) {
    headers.Link = `<${prefix}${printOpenApiPath(successor)}>; rel="successor-version"`;
  }
  return {
    ...(since !== undefined && { since }),
    ...(sunset !== undefined && { sunset }),
    ...(replacedBy !== undefined && { replacedBy }),
    headers,
  };
}

/** Lists the server's own failures and those that the author names; the author's descriptions win. */
function buildFailures(
  { openapi }: CheckedProcedure,
  input: InputModel | undefined,
  rateLimit: RateLimitClass | false,
  { config }: ModelContext,
): readonly FailureModel[] {
  const { errors = [] } = openapi;
  const words = isList(errors) ? {} : errors;
  const statuses = [
    ...(input ? [400] : []),
    ...(openapi.protect ? [401, 403] : []),
    ...(input?.body ? [413, 415] : []),
    ...(rateLimit ? [429] : []),
    500,
    ...(isList(errors) ? errors : Object.keys(errors).map(Number)),
  ];
  return [...new Set(statuses)]
    .sort((left, right) => left - right)
    .map((status) => {
      const shared = sharedReason(status, config.hasOwnAuthentication);
      const usual = shared ?? `Failure with the status ${status}.`;
      const description = words[status] ?? usual;
      return { status, description, isShared: description === usual };
    });
}

function isList(errors: NonNullable<CheckedProcedure['openapi']['errors']>): errors is readonly number[] {
  return Array.isArray(errors);
}

function sharedReason(status: number, hasOwnAuthentication: boolean): string | undefined {
  const key = status === 401 && hasOwnAuthentication ? 'credentials.invalid' : `status.${status}`;
  return isMessageKey(key) ? MESSAGES[key] : undefined;
}

export function buildSuccess(procedure: CheckedProcedure, context: ModelContext): SuccessModel {
  const { output, openapi, sentAs } = procedure;
  if (!output) throw new Error(`${procedure.name} has no output.`);
  const success = { status: openapi.status ?? 200, ...sentAs };
  const headers = buildHeaders(procedure, context);
  if (output.kind === 'absent') {
    const kind = sentAs.kind === 'plain' ? 'empty' : sentAs.kind;
    const name = kind === 'binary' ? 'Blob' : 'undefined';
    return { ...success, kind, payload: { kind: 'keyword', name }, headers };
  }
  return {
    ...success,
    schema: context.names.print(output, 'output'),
    payload: { kind: 'reference', name: context.claimed.payloadType(procedure) },
    headers,
  };
}

/** Returns the shape that the client returns: the payload of an envelope, else the body. */
export function payloadShape(procedure: UncheckedProcedure, context: ModelContext): Shape {
  const { output } = procedure;
  if (!output) return { kind: 'absent' };
  if (procedure.sentAs.kind !== 'envelope') return output;
  const envelope = output.kind === 'reference' ? context.registry.shapeOf(output.schema, 'output') : output;
  const payload =
    envelope.kind === 'object' ? envelope.properties.find(({ key }) => key === 'payload') : undefined;
  if (!payload) return { kind: 'absent' };
  return payload.isOptional ? { kind: 'union', members: [payload.shape, { kind: 'absent' }] } : payload.shape;
}

function buildHeaders({ headers }: CheckedProcedure, { names }: ModelContext): readonly HeaderModel[] {
  if (!headers) return [];
  const json = names.print(headers, 'output');
  const properties = (json.properties ?? {}) as Readonly<Record<string, JsonSchema>>;
  const required = (json.required ?? []) as readonly string[];
  return Object.entries(properties)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, { description, ...schema }]) => ({
      name,
      isRequired: required.includes(name),
      schema,
      ...(typeof description === 'string' && { description }),
    }));
}
