import type { OperationCode } from '../../../src/diff/change-catalog.js';
import type { Json, JsonObject } from '../../../src/diff/json.js';
import type { Level } from '../../../src/diff/level.js';
import { describeApi, describeOperation, withDefaults } from '../support/describe-api.js';
import type { OasdiffRule } from '../support/oasdiff-rules.js';

/** A change of an operation, or of the API as a whole, beside its schemas. */
export interface OperationCase {
  readonly title: string;
  readonly base: JsonObject;
  readonly head: JsonObject;
  readonly codes: readonly OperationCode[];
  /** That of the first code. */
  readonly level: Level;
  readonly oasdiff?: OasdiffRule;
  /** Why we judge otherwise than oasdiff. */
  readonly differs?: string;
}

type Row = readonly [
  title: string,
  base: JsonObject,
  head: JsonObject,
  codes: OperationCode | readonly OperationCode[],
  level: Level,
  more?: Pick<OperationCase, 'oasdiff' | 'differs'>,
];

const PLAIN = describeOperation({});
const IDEMPOTENCY_KEY = { $ref: '#/components/parameters/IdempotencyKey' };
const NOTHING = describeApi({});
const gone = (operation: JsonObject): readonly [JsonObject, JsonObject] => [
  describeOperation(operation),
  NOTHING,
];

function query(name: string, more: JsonObject = {}): JsonObject {
  return { name, in: 'query', schema: { type: 'string' }, ...more };
}

function withParameters(...parameters: readonly Json[]): JsonObject {
  return describeOperation({ parameters });
}

function withBody(body: JsonObject): JsonObject {
  return describeOperation({ requestBody: { content: { 'application/json': { schema: {} } }, ...body } });
}

function withForm(properties: JsonObject, encoding: JsonObject): JsonObject {
  const schema = { type: 'object', properties };
  return withBody({ content: { 'multipart/form-data': { schema, encoding } } });
}

function withFile(contentType: string): JsonObject {
  return withForm({ a: { type: 'string', format: 'binary' } }, { a: { contentType } });
}

function withResponse(response: JsonObject, status = '200'): JsonObject {
  return describeOperation({ responses: { [status]: { description: 'Done.', ...response } } });
}

function withHeader(header: JsonObject): JsonObject {
  return withResponse({ headers: { 'X-Total': { schema: { type: 'integer' }, ...header } } });
}

const SCHEMES = {
  Key: { type: 'apiKey', in: 'header', name: 'X-Key' },
  Login: { type: 'oauth2', flows: { implicit: { authorizationUrl: 'https://a.example', scopes: {} } } },
};

function withSecurity(security: Json | undefined, securitySchemes: JsonObject = SCHEMES): JsonObject {
  return describeOperation(security === undefined ? {} : { security }, { components: { securitySchemes } });
}

function withLimit(limit: number, seconds: number): JsonObject {
  return describeOperation({ 'x-rate-limit': { class: 'QUERY', limit, windowMs: seconds * 1000 } });
}

function at(path: string, more: JsonObject = {}): JsonObject {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
  const parameters = names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } }));
  return describeApi({ [path]: { get: withDefaults({ parameters, ...more }) } });
}

// biome-ignore format: a row is a line
const ROWS: readonly Row[] = [
  ['an operation is new', NOTHING, PLAIN, 'operation-added', 'safe', { oasdiff: 'endpoint-added' }],
  ['an operation goes', ...gone({}), 'operation-removed', 'breaking', { oasdiff: 'api-path-removed-without-deprecation' }],
  ['a deprecated operation goes', ...gone({ deprecated: true }), 'deprecated-operation-removed', 'risky',
    { oasdiff: 'api-removed-with-deprecation', differs: 'without a date nobody was told when to be ready' }],
  ['an operation goes before its sunset', ...gone({ deprecated: true, 'x-sunset': '2026-12-31' }), 'operation-removed-before-sunset', 'breaking',
    { oasdiff: 'api-removed-before-sunset' }],
  ['an operation goes after its sunset', ...gone({ deprecated: true, 'x-sunset': '2026-01-31' }), 'operation-removed-after-sunset', 'safe',
    { oasdiff: 'api-removed-with-deprecation' }],
  ['an operation is served at another path', at('/a'), at('/b'), 'operation-moved', 'breaking', { oasdiff: 'api-path-removed-without-deprecation' }],
  ['an operation is served by another method', PLAIN, describeApi({ '/things': { post: withDefaults({}) } }), 'operation-moved', 'breaking',
    { oasdiff: 'api-removed-without-deprecation' }],
  ['an operationId changes', PLAIN, describeOperation({ operationId: 'things.all' }), 'operation-id-changed', 'breaking',
    { oasdiff: 'api-operation-id-removed', differs: 'the method of the generated client has another name' }],
  ['an operationId comes', describeApi({ '/a': { get: { responses: {} } } }), describeApi({ '/a': { get: { operationId: 'a', responses: {} } } }), 'operation-id-added', 'safe',
    { oasdiff: 'api-operation-id-added' }],
  ['an operation is deprecated', PLAIN, describeOperation({ deprecated: true }), 'operation-deprecated', 'safe', { oasdiff: 'endpoint-deprecated' }],
  ['an operation is deprecated with a date', PLAIN, describeOperation({ deprecated: true, 'x-sunset': '2027-01-01' }), ['operation-deprecated', 'sunset-announced'], 'safe',
    { oasdiff: 'endpoint-deprecated-with-sunset' }],
  ['an operation is no longer deprecated', describeOperation({ deprecated: true, 'x-sunset': '2027-01-01' }), PLAIN, 'operation-undeprecated', 'safe', { oasdiff: 'endpoint-reactivated' }],
  ['a sunset comes earlier', describeOperation({ deprecated: true, 'x-sunset': '2027-01-01' }), describeOperation({ deprecated: true, 'x-sunset': '2026-09-01' }), 'sunset-moved-earlier', 'breaking',
    { oasdiff: 'api-sunset-date-changed-too-small' }],
  ['a sunset comes later', describeOperation({ deprecated: true, 'x-sunset': '2027-01-01' }), describeOperation({ deprecated: true, 'x-sunset': '2027-09-01' }), 'sunset-moved-later', 'safe'],
  ['a sunset is no longer said', describeOperation({ deprecated: true, 'x-sunset': '2027-01-01' }), describeOperation({ deprecated: true }), 'sunset-withdrawn', 'risky',
    { oasdiff: 'sunset-deleted', differs: 'no call fails for want of a date' }],

  ['an optional parameter is new', withParameters(query('p')), withParameters(query('p'), query('q')), 'parameter-added', 'safe', { oasdiff: 'new-optional-request-parameter' }],
  ['an operation that took nothing takes something', PLAIN, withParameters(query('q')), ['input-added', 'parameter-added'], 'breaking'],
  ['an operation that took what was deprecated takes nothing', withParameters(query('q', { deprecated: true })), PLAIN, ['input-removed', 'deprecated-parameter-removed'], 'breaking'],
  ['a required parameter is new', PLAIN, withParameters(query('q', { required: true })), 'required-parameter-added', 'breaking', { oasdiff: 'new-required-request-parameter' }],
  ['a required header is new', PLAIN, withParameters({ name: 'X-Shop', in: 'header', required: true, schema: {} }), 'required-parameter-added', 'breaking', { oasdiff: 'new-required-request-header-property' }],
  ['a header is written in another case', withParameters({ name: 'X-Shop', in: 'header', schema: {} }), withParameters({ name: 'x-shop', in: 'header', schema: {} }), [], 'safe'],
  ['a parameter goes', withParameters(query('q')), PLAIN, 'parameter-removed', 'breaking',
    { oasdiff: 'request-parameter-removed', differs: 'calls that send it do not compile, or do not do what they did' }],
  ['a deprecated parameter goes', withParameters(query('p'), query('q', { deprecated: true })), withParameters(query('p')), 'deprecated-parameter-removed', 'risky',
    { oasdiff: 'request-parameter-removed-with-deprecation', differs: 'without a date nobody was told when to be ready' }],
  ['a parameter is sent elsewhere', withParameters(query('q')), withParameters({ ...query('q'), in: 'header' }), 'parameter-moved', 'breaking'],
  ['a path parameter is renamed', at('/a/{id}/b/{c}'), at('/a/{key}/b/{c}'), 'path-parameter-renamed', 'breaking'],
  ['two path parameters change places', at('/a/{x}/b/{y}'), at('/a/{y}/b/{x}'), ['path-parameter-renamed', 'path-parameter-renamed'], 'breaking'],
  ['a path gets a parameter', at('/a'), at('/a/{id}'), ['operation-moved', 'required-parameter-added'], 'breaking'],
  ['a parameter becomes required', withParameters(query('q')), withParameters(query('q', { required: true })), 'parameter-became-required', 'breaking', { oasdiff: 'request-parameter-became-required' }],
  ['a parameter becomes optional', withParameters(query('q', { required: true })), withParameters(query('q')), 'parameter-became-optional', 'safe', { oasdiff: 'request-parameter-became-optional' }],
  ['a list is written with commas', withParameters(query('q')), withParameters(query('q', { explode: false })), 'parameter-serialization-changed', 'breaking'],
  ['an object is written with brackets', withParameters(query('q')), withParameters(query('q', { style: 'deepObject' })), 'parameter-serialization-changed', 'breaking'],
  ['the style that holds anyway is said', withParameters(query('q')), withParameters(query('q', { style: 'form', explode: true })), [], 'safe'],
  ['a parameter is deprecated', withParameters(query('q')), withParameters(query('q', { deprecated: true })), 'parameter-deprecated', 'safe', { oasdiff: 'request-parameter-deprecated' }],
  ['a parameter is no longer deprecated', withParameters(query('q', { deprecated: true })), withParameters(query('q')), 'parameter-undeprecated', 'safe', { oasdiff: 'request-parameter-reactivated' }],

  ['a body may be sent', withParameters(query('q')), describeOperation({ parameters: [query('q')], requestBody: { content: { 'application/json': { schema: {} } } } }), 'request-body-added', 'safe', { oasdiff: 'request-body-added-optional' }],
  ['a body must be sent', PLAIN, withBody({ required: true }), 'required-request-body-added', 'breaking', { oasdiff: 'request-body-added-required' }],
  ['no body is read', withBody({}), PLAIN, 'request-body-removed', 'breaking', { oasdiff: 'request-body-removed' }],
  ['a body becomes required', withBody({}), withBody({ required: true }), 'request-body-became-required', 'breaking', { oasdiff: 'request-body-became-required' }],
  ['a body becomes optional', withBody({ required: true }), withBody({}), 'request-body-became-optional', 'safe', { oasdiff: 'request-body-became-optional' }],
  ['a media type is read', withBody({}), withBody({ content: { 'application/json': { schema: {} }, 'text/csv': {} } }), 'request-media-type-added', 'safe', { oasdiff: 'request-body-media-type-added' }],
  ['a media type is read no more', withBody({ content: { 'application/json': { schema: {} }, 'text/csv': {} } }), withBody({}), 'request-media-type-removed', 'breaking', { oasdiff: 'request-body-media-type-removed' }],

  ['another success is answered', PLAIN, describeOperation({ responses: { 204: { description: 'Done.' }, 202: { description: 'Later.' } } }), 'success-status-added', 'risky',
    { oasdiff: 'response-success-status-added', differs: 'callers who look for the one status they know take the other for a failure' }],
  ['a success is answered no more', describeOperation({ responses: { 204: { description: 'Done.' }, 202: { description: 'Later.' } } }), PLAIN, 'success-status-removed', 'breaking', { oasdiff: 'response-success-status-removed' }],
  ['a success has another status', withResponse({}, '200'), withResponse({}, '201'), ['success-status-removed', 'success-status-added'], 'breaking', { oasdiff: 'response-success-status-removed' }],
  ['a failure is new', PLAIN, describeOperation({ responses: { 204: { description: 'Done.' }, 409: { description: 'No.' } } }), 'failure-status-added', 'safe', { oasdiff: 'response-non-success-status-added' }],
  ['a failure goes', describeOperation({ responses: { 204: { description: 'Done.' }, 409: { description: 'No.' } } }), PLAIN, 'failure-status-removed', 'safe', { oasdiff: 'response-non-success-status-removed' }],
  ['a failure that its class told of is written down', describeOperation({ responses: { '4XX': { description: 'No.' } } }), describeOperation({ responses: { '4XX': { description: 'No.' }, 409: { description: 'No.' } } }), [], 'safe'],
  ['a default response is written down', withResponse({}), describeOperation({ responses: { 200: { description: 'Done.' }, default: { description: 'No.' } } }), 'default-response-added', 'safe'],
  ['a default response goes', describeOperation({ responses: { 200: { description: 'Done.' }, default: { description: 'No.' } } }), withResponse({}), 'default-response-removed', 'risky'],
  ['the parts of a form are written in another way', withForm({ a: {} }, { a: { style: 'form' } }), withForm({ a: {} }, { a: { style: 'pipeDelimited' } }), 'media-type-changed', 'risky'],
  ['a file may be of another type too', withFile('image/png'), withFile('image/png, image/jpeg'), 'request-part-type-added', 'safe'],
  ['a file may be of one type less', withFile('image/png, image/jpeg'), withFile('image/jpeg'), 'request-part-type-removed', 'breaking'],
  ['a file is to be of another type', withFile('image/png'), withFile('application/pdf'), 'request-part-type-removed', 'breaking'],
  ['a file may be of any type', withFile('image/png'), withFile('application/octet-stream'), 'request-part-type-added', 'safe'],
  ['a file is to be of a type', withFile('application/octet-stream'), withFile('image/png'), 'request-part-type-removed', 'breaking'],
  ['a file may be of all types of a kind', withFile('image/png'), withFile('image/*'), 'request-part-type-added', 'safe'],
  ['the types of a file change places', withFile('image/png, image/jpeg'), withFile('image/jpeg, image/png'), [], 'safe'],
  ['a media type is answered', withResponse({ content: { 'application/json': {} } }), withResponse({ content: { 'application/json': {}, 'text/csv': {} } }), 'response-media-type-added', 'safe', { oasdiff: 'response-media-type-added' }],
  ['a media type is answered no more', withResponse({ content: { 'application/json': {}, 'text/csv': {} } }), withResponse({ content: { 'application/json': {} } }), 'response-media-type-removed', 'breaking', { oasdiff: 'response-media-type-removed' }],
  ['a response header is new', withResponse({}), withHeader({}), 'response-header-added', 'safe', { oasdiff: 'response-header-added' }],
  ['a response header goes', withHeader({}), withResponse({}), 'response-header-removed', 'risky', { oasdiff: 'optional-response-header-removed' }],
  ['a response header goes that was always sent', withHeader({ required: true }), withResponse({}), 'required-response-header-removed', 'breaking', { oasdiff: 'required-response-header-removed' }],
  ['a response header may be missing', withHeader({ required: true }), withHeader({}), 'response-header-became-optional', 'breaking', { oasdiff: 'response-header-became-optional' }],
  ['a response header is always sent', withHeader({}), withHeader({ required: true }), 'response-header-became-required', 'safe'],

  ['an open operation is closed', withSecurity([]), withSecurity([{ Key: [] }]), 'security-added', 'breaking', { oasdiff: 'api-security-added', differs: 'callers without a key get a 401' }],
  ['a closed operation is opened', withSecurity([{ Key: [] }]), withSecurity([]), 'security-removed', 'risky', { oasdiff: 'api-security-removed', differs: 'no call fails, but who may call is worth a look' }],
  ['another way in is offered', withSecurity([{ Key: [] }]), withSecurity([{ Key: [] }, { Login: [] }]), 'security-alternative-added', 'safe', { oasdiff: 'api-security-added' }],
  ['a way in is closed', withSecurity([{ Key: [] }, { Login: [] }]), withSecurity([{ Key: [] }]), 'security-alternative-removed', 'breaking', { oasdiff: 'api-security-removed', differs: 'callers who came in that way get a 401' }],
  ['a second scheme is asked for', withSecurity([{ Key: [] }]), withSecurity([{ Key: [], Login: [] }]), ['security-alternative-removed', 'security-alternative-added'], 'breaking'],
  ['a scope is asked for', withSecurity([{ Key: [] }]), withSecurity([{ Key: ['write'] }]), ['scope-added', 'scope-removed'], 'breaking', { oasdiff: 'api-security-scope-added', differs: 'keys without the scope get a 403' }],
  ['a second scope is asked for', withSecurity([{ Key: ['a'] }]), withSecurity([{ Key: ['a', 'b'] }]), 'scope-added', 'breaking'],
  ['a scope is not asked for any more', withSecurity([{ Key: ['a', 'b'] }]), withSecurity([{ Key: ['a'] }]), 'scope-removed', 'safe', { oasdiff: 'api-security-scope-removed' }],
  ['no scope is asked for any more, which asks for that of all queries', withSecurity([{ Key: ['items:read'] }]), withSecurity([{ Key: [] }]), ['scope-added', 'scope-removed'], 'breaking'],
  ['the scope of all queries is asked for by name', withSecurity([{ Key: [] }]), withSecurity([{ Key: ['read'] }]), [], 'safe'],
  ['a scheme has another name', withSecurity([{ Key: [] }]), withSecurity([{ Token: [] }], { Token: SCHEMES.Key }), [], 'safe'],
  ['the key travels elsewhere', withSecurity([{ Key: [] }]), withSecurity([{ Key: [] }], { ...SCHEMES, Key: { type: 'http', scheme: 'bearer' } }), 'security-scheme-changed', 'breaking',
    { oasdiff: 'api-security-component-type-changed', differs: 'callers send their keys in the old way' }],
  ['a log-in has another address', withSecurity([{ Login: [] }]), withSecurity([{ Login: [] }], { ...SCHEMES, Login: { type: 'oauth2', flows: { implicit: { authorizationUrl: 'https://b.example', scopes: {} } } } }), 'security-scheme-settings-changed', 'risky',
    { oasdiff: 'api-security-component-oauth-url-changed', differs: 'callers may have the address in their settings' }],

  ['retries are no longer safe', describeOperation({ parameters: [IDEMPOTENCY_KEY] }), PLAIN, 'idempotency-key-removed', 'breaking'],
  ['retries become safe', PLAIN, describeOperation({ parameters: [IDEMPOTENCY_KEY] }), 'idempotency-key-added', 'safe'],

  ['calls are limited', PLAIN, withLimit(100, 60), 'rate-limit-added', 'risky'],
  ['a limit is lower', withLimit(100, 60), withLimit(50, 60), 'rate-limit-tightened', 'risky'],
  ['a limit is higher', withLimit(100, 60), withLimit(200, 60), 'rate-limit-relaxed', 'safe'],
  ['a limit has a smaller burst at a higher rate', withLimit(100, 60), withLimit(10, 1), 'rate-limit-tightened', 'risky'],
  ['calls are counted in another class', withLimit(100, 60), describeOperation({ 'x-rate-limit': { class: 'MUTATION', limit: 100, windowMs: 60_000 } }), 'rate-limit-class-changed', 'safe'],
  ['one scheme of two is enough', withSecurity([{ Key: [], Login: [] }]), withSecurity([{ Key: [] }]), 'security-alternative-added', 'safe'],
  ['calls are not limited any more', withLimit(100, 60), PLAIN, 'rate-limit-removed', 'safe'],

  ['a server is new', describeApi({}, { servers: [{ url: 'https://a.example/api' }] }), describeApi({}, { servers: [{ url: 'https://a.example/api' }, { url: 'https://b.example/api' }] }), 'server-added', 'safe'],
  ['a server goes', describeApi({}, { servers: [{ url: 'https://a.example/api' }] }), describeApi({}, { servers: [{ url: 'https://b.example/api' }] }), ['server-removed', 'server-added'], 'risky'],
  ['everything moves below another path', describeApi({}, { servers: [{ url: '/api' }] }), describeApi({}, { servers: [{ url: '/v2' }] }), ['server-path-changed', 'server-added'], 'breaking'],
  ['a webhook is new', NOTHING, describeApi({}, { webhooks: { sold: { post: { responses: {} } } } }), 'webhook-added', 'safe', { oasdiff: 'webhook-added' }],
  ['a webhook goes', describeApi({}, { webhooks: { sold: { post: { responses: {} } } } }), NOTHING, 'webhook-removed', 'breaking', { oasdiff: 'webhook-removed' }],
  ['a callback changes', describeOperation({ callbacks: { a: {} } }), describeOperation({ callbacks: { b: {} } }), 'callback-changed', 'risky'],
  ['a named schema goes', describeApi({}, { components: { schemas: { Item: {} } } }), NOTHING, 'schema-removed', 'breaking',
    { oasdiff: 'api-schema-removed', differs: 'generated clients export a type of that name' }],
  ['a named schema gets another name', describeApi({}, { components: { schemas: { Item: {} } } }), describeApi({}, { components: { schemas: { Thing: {} } } }), ['schema-removed', 'schema-added'], 'breaking'],
  ['a named schema comes', NOTHING, describeApi({}, { components: { schemas: { Item: {} } } }), 'schema-added', 'safe'],
  ['tags and words change', describeOperation({ tags: ['a'], summary: 'a' }), describeOperation({ summary: 'b' }), 'documentation-changed', 'safe', { oasdiff: 'api-tag-removed' }],
  ['the version changes', PLAIN, { ...PLAIN, info: { title: 'Shop', version: '2' } }, 'documentation-changed', 'safe'],
];

export const OPERATION_CASES: readonly OperationCase[] = ROWS.map(
  ([title, base, head, codes, level, more]) => ({
    title,
    base,
    head,
    codes: [codes].flat(),
    level,
    ...more,
  }),
);
