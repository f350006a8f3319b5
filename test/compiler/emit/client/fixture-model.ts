import type { ApiModel, NamedType, ProcedureModel } from '../../../../src/model/api-model.js';
import type { PropertyType, TypeModel } from '../../../../src/model/type-model.js';
import { parsePathTemplate } from '../../../../src/protocol/path-template.js';

export const STRING: TypeModel = { kind: 'keyword', name: 'string' };
export const NUMBER: TypeModel = { kind: 'keyword', name: 'number' };
export const BIGINT: TypeModel = { kind: 'keyword', name: 'bigint' };
export const DATE: TypeModel = { kind: 'keyword', name: 'Date' };
export const NULL: TypeModel = { kind: 'keyword', name: 'null' };
export const UNDEFINED: TypeModel = { kind: 'keyword', name: 'undefined' };
export const UNKNOWN: TypeModel = { kind: 'keyword', name: 'unknown' };

export function reference(name: string): TypeModel {
  return { kind: 'reference', name };
}

export function literals(...values: readonly (string | number | boolean | null)[]): TypeModel {
  return { kind: 'union', members: values.map((value) => ({ kind: 'literal', value })) };
}

export function arrayOf(element: TypeModel): TypeModel {
  return { kind: 'array', element };
}

/** An object type; a name that ends in `?` is an optional property. */
export function object(
  members: { readonly [name: string]: TypeModel | Partial<PropertyType> },
  rest?: TypeModel,
): TypeModel {
  const properties = Object.entries(members).map(([name, member]): PropertyType => {
    const isOptional = name.endsWith('?');
    const property = 'kind' in member ? { type: member } : member;
    return {
      name: isOptional ? name.slice(0, -1) : name,
      type: STRING,
      isOptional,
      isDeprecated: false,
      ...property,
    };
  });
  return { kind: 'object', properties, ...(rest && { rest }) };
}

export function named(name: string, type: TypeModel, more: Partial<NamedType> = {}): NamedType {
  return { name, type, isDeprecated: false, ...more };
}

/** A procedure with everything filled in that the client does not read. */
export function procedure(
  name: string,
  line: `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`,
  more: Partial<Omit<ProcedureModel, 'input'>> & {
    readonly takes?: TypeModel;
    readonly hasBody?: boolean;
    readonly isInputOptional?: boolean;
  } = {},
): ProcedureModel {
  const [method, path] = line.split(' ') as [ProcedureModel['method'], string];
  const segments = parsePathTemplate(path);
  if (!Array.isArray(segments)) throw new TypeError(`${path} is no path.`);
  const namePath = name.split('.');
  const {
    takes,
    hasBody = ['POST', 'PUT', 'PATCH'].includes(method),
    isInputOptional = false,
    ...rest
  } = more;
  return {
    name,
    namePath,
    identifier: namePath
      .map((part, index) => (index ? part.charAt(0).toUpperCase() + part.slice(1) : part))
      .join(''),
    resultType: `${namePath.map((part) => part.charAt(0).toUpperCase() + part.slice(1)).join('')}Result`,
    source: {
      file: 'procedures/fixture.ts',
      specifier: '../procedures/fixture.js',
      exportName: namePath.at(-1) ?? '',
    },
    kind: method === 'GET' ? 'query' : 'mutation',
    method,
    path: segments,
    tags: [],
    summary: `Do ${name}`,
    isProtected: true,
    takesIdempotencyKey: method !== 'GET',
    scopes: [],
    rateLimit: false,
    isIdempotent: ['GET', 'PUT', 'DELETE'].includes(method),
    ...(takes && {
      input: {
        parameters: [],
        ...(hasBody && { body: { schema: {}, isRequired: true } }),
        plan: {},
        type: takes,
        isOptional: isInputOptional,
        mayBeUndefined: false,
      },
    }),
    success: { status: 200, kind: 'envelope', payload: UNKNOWN, headers: [] },
    failures: [],
    ...rest,
  };
}

/** The failures that a procedure documents; those with words of its author's are given by status. */
export function fails(
  statuses: readonly number[],
  words: Readonly<Record<number, string>> = {},
): Pick<ProcedureModel, 'failures'> {
  return {
    failures: statuses.map((status) => ({
      status,
      description: words[status] ?? `Failure ${status}.`,
      isShared: words[status] === undefined,
    })),
  };
}

export function answer(
  kind: ProcedureModel['success']['kind'],
  payload: TypeModel,
  status = 200,
): Pick<ProcedureModel, 'success'> {
  return { success: { status, kind, payload, headers: [] } };
}

export function model(types: readonly NamedType[], procedures: readonly ProcedureModel[]): ApiModel {
  return {
    info: { title: 'Fixture', version: '1.0.0' },
    prefix: '/api',
    serverUrl: '/api',
    tags: [],
    credentials: { name: 'ApiKey', header: 'Authorization', prefix: 'Bearer' },
    setup: [],
    rateLimits: { QUERY: { limit: 100, windowMs: 60_000 }, MUTATION: { limit: 20, windowMs: 60_000 } },
    schemas: [],
    types,
    plans: {},
    messages: {},
    procedures,
  };
}

/** A service with one of everything that a client can meet. */
export const FIXTURE_MODEL: ApiModel = model(
  [
    named(
      'ApiKey',
      object({ id: STRING, name: STRING, lastUsedAt: { kind: 'union', members: [STRING, NULL] } }),
      {
        description: 'An API key without its secret.',
      },
    ),
    named(
      'ApiKeysCreateInput',
      object({
        name: { description: 'What to call it. */ alert(1); /*', examples: ['ci', "it's */ new"] },
        'expiresAt?': { type: { kind: 'union', members: [DATE, STRING] } },
        'scopes?': arrayOf(literals('read', 'write')),
      }),
    ),
    named('ApiKeysCreatePayload', {
      kind: 'intersection',
      members: [reference('ApiKey'), object({ key: STRING })],
    }),
    named('ApiKeysDeleteInput', object({ id: STRING }), { examples: [{ id: 'pgk_1' }] }),
    named('ApiKeysDeletePayload', object({ id: STRING })),
    named('ApiKeysListPayload', arrayOf(reference('ApiKey'))),
    named('ApiKeysClient', object({ 'takes-the-name': STRING }), { isDeprecated: true }),
    named('Health', object({ status: literals('ok') })),
    named(
      'ItemsFindInput',
      object({ 'q?': STRING, 'tag?': arrayOf(STRING), 'range?': object({ 'from?': DATE }) }),
    ),
    named('ItemsPatchInput', object({ list: STRING, id: NUMBER, 'price?': BIGINT, 'note?': STRING })),
    named('ItemsStarInput', object({ id: STRING })),
    named('Settings', object({ theme: literals('dark', 'light'), 'size?': NUMBER }, STRING)),
    named('Tree', object({ value: UNKNOWN, children: arrayOf(reference('Tree')) })),
    named('Weights', {
      kind: 'record',
      key: literals('a', 'b'),
      value: { kind: 'tuple', items: [NUMBER, STRING], rest: { kind: 'union', members: [NUMBER, NULL] } },
      isPartial: true,
    }),
  ],
  [
    procedure('apiKeys.create', 'POST /api-keys', {
      summary: 'Create an API key',
      description: 'The answer holds the secret.\nThis once. */ alert(2); /*',
      takes: reference('ApiKeysCreateInput'),
      ...answer('envelope', reference('ApiKeysCreatePayload'), 201),
      ...fails([400, 401, 409, 500], { 409: 'A key has this name.' }),
    }),
    procedure('apiKeys.delete', 'DELETE /api-keys/:id', {
      takes: reference('ApiKeysDeleteInput'),
      ...answer('envelope', reference('ApiKeysDeletePayload')),
    }),
    procedure('apiKeys.list', 'GET /api-keys', answer('envelope', reference('ApiKeysListPayload'))),
    procedure('delete', 'DELETE /everything', { identifier: 'delete_', ...answer('empty', UNDEFINED, 204) }),
    procedure('health.check', 'GET /health', answer('plain', reference('Health'))),
    procedure('items.find', 'GET /items', {
      takes: reference('ItemsFindInput'),
      isInputOptional: true,
      ...answer('envelope', arrayOf(STRING)),
      deprecation: {
        since: '2025-01-31',
        sunset: '2027-01-31',
        replacedBy: 'items.nested.deep.search',
        headers: {},
      },
    }),
    procedure('items.nested.deep.search', 'POST /items/search', {
      hasBody: false,
      ...answer('envelope', reference('Tree')),
    }),
    procedure('items.patch', 'PATCH /lists/:list/items/{id}', {
      takes: reference('ItemsPatchInput'),
      isIdempotent: true,
      ...answer('envelope', { kind: 'union', members: [reference('Weights'), UNDEFINED] }),
    }),
    procedure('items.star', 'POST /items/:id/star', {
      takes: reference('ItemsStarInput'),
      hasBody: false,
      takesIdempotencyKey: false,
      ...answer('envelope', UNDEFINED),
    }),
    procedure('settings.append', 'PUT /settings/log', {
      takes: reference('Settings'),
      isIdempotent: false,
      ...answer('plain', reference('Settings')),
    }),
    procedure('settings.replace', 'PUT /settings', {
      takes: reference('Settings'),
      ...answer('plain', reference('Settings')),
    }),
  ],
);
