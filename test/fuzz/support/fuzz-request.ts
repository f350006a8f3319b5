import fc from 'fast-check';
import { arbitraryOf, type JsonSchema, type Resolve } from '../../schemas/support/arbitrary-of.js';
import { mutated } from '../../schemas/support/mutate.js';
import { noise } from './noise.js';

/** One request, and what the operation of the description that it was made for may answer. */
export interface FuzzRequest {
  /** What it was made for: `POST /api-keys`. */
  readonly operation: string;
  readonly method: string;
  /** Path and query, as they go on the wire. */
  readonly target: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string | undefined;
  /**
   * The statuses that the description says the operation has, and 409 with an Idempotency-Key, which every mutation
   * takes; null when the request may reach another operation.
   */
  readonly documented: readonly number[] | null;
}

/** A description, as far as a request is made by it. */
export interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components?: { readonly schemas?: Readonly<Record<string, JsonSchema>> };
}

export interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: {
    readonly content: { readonly 'application/json': { readonly schema: JsonSchema } };
  };
  readonly responses: Readonly<Record<string, unknown>>;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: JsonSchema;
}

/** Requests for the operations of a description: valid ones, ones with small errors, and ones with odd pieces. */
export function requestsOf(description: Description, key: string): fc.Arbitrary<FuzzRequest> {
  const schemas = description.components?.schemas ?? {};
  const resolve: Resolve = (reference) => schemas[reference.replace('#/components/schemas/', '')] ?? {};
  const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) =>
      requestOf({ path, method, operation, resolve, key }),
    ),
  );
  return fc.oneof(...operations);
}

interface Target {
  readonly path: string;
  readonly method: string;
  readonly operation: Operation;
  readonly resolve: Resolve;
  readonly key: string;
}

function requestOf({ path, method, operation, resolve, key }: Target): fc.Arbitrary<FuzzRequest> {
  const parameters = operation.parameters ?? [];
  const pathValues = fc.tuple(
    ...parameters
      .filter((parameter) => parameter.in === 'path')
      .map(({ name, schema }) => fc.tuple(fc.constant(name), printPathValue(schema, resolve))),
  );
  const pairs = fc
    .tuple(
      ...parameters.filter((parameter) => parameter.in === 'query').map((one) => printQuery(one, resolve)),
    )
    .chain((groups) => addNoise(groups.flat()));
  const schema = operation.requestBody?.content['application/json'].schema;
  const body = schema ? printBody(schema, resolve) : sometimes(noise);
  const verb = fc.oneof(
    { weight: 20, arbitrary: fc.constant(method.toUpperCase()) },
    { weight: 1, arbitrary: fc.constantFrom('HEAD', 'OPTIONS', 'PUT', 'PATCH', 'LINK', 'TRACE') },
  );
  const documented = Object.keys(operation.responses).map(Number);
  return fc
    .tuple(verb, pathValues, pairs, body, headersOf(key))
    .map(([sent, values, query, text, headers]) => {
      const filled = values.reduce(
        (template, [name, value]) => template.replace(`{${name}}`, () => value),
        path,
      );
      const isItsOwn = sent === method.toUpperCase() && values.every(([, value]) => /^[\w-]+$/.test(value));
      return {
        operation: `${method.toUpperCase()} ${path}`,
        method: sent,
        target: `/api${filled}${query.length > 0 ? `?${query.join('&')}` : ''}`,
        headers: [...headers.entries(), ...(text === undefined ? [] : typeOf(headers))],
        body: text,
        documented: isItsOwn ? [...documented, ...(headers.has('Idempotency-Key') ? [409] : [])] : null,
      };
    });
}

function typeOf(headers: ReadonlyMap<string, string>): readonly (readonly [string, string])[] {
  return headers.has('Content-Type') ? [] : [['Content-Type', 'application/json']];
}

function printPathValue(schema: JsonSchema, resolve: Resolve): fc.Arbitrary<string> {
  const right = arbitraryOf(schema, resolve).map(
    (value) => encodeURIComponent(wellFormed(String(value))) || 'x',
  );
  const odd = fc.constantFrom(
    '%00',
    '%',
    '%FF',
    '..',
    '.',
    '%2F',
    'a;b',
    '%2e%2e',
    '-1',
    '9'.repeat(400),
    '[',
    '%E2%80%AE',
  );
  return fc.oneof({ weight: 9, arbitrary: right }, { weight: 1, arbitrary: odd });
}

/** The pairs of one parameter: repeated for a list, with brackets for an object. */
function printQuery(parameter: Parameter, resolve: Resolve): fc.Arbitrary<string[]> {
  const values = arbitraryOf(parameter.schema, resolve);
  const either = fc.oneof({ weight: 3, arbitrary: values }, { weight: 1, arbitrary: mutated(values) });
  const printed = either.map((value) => listPairs(parameter.name, value));
  return parameter.required
    ? fc.oneof({ weight: 15, arbitrary: printed }, { weight: 1, arbitrary: fc.constant<string[]>([]) })
    : fc.oneof(printed, fc.constant<string[]>([]));
}

function listPairs(name: string, value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => listPairs(name, item));
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([key, part]) => listPairs(`${name}[${key}]`, part));
  }
  return [`${encodeURIComponent(wellFormed(name))}=${encodeURIComponent(wellFormed(String(value)))}`];
}

function addNoise(pairs: string[]): fc.Arbitrary<string[]> {
  const odd = fc.constantFrom(
    '',
    '=',
    '&',
    'a[',
    'a]=1',
    '%=1',
    '__proto__=1',
    'constructor[prototype]=1',
    'x',
    '[]=1',
    ...pairs,
  );
  return fc.oneof(
    { weight: 9, arbitrary: fc.constant(pairs) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(odd, fc.nat(pairs.length))
        .map(([one, at]) => [...pairs.slice(0, at), one, ...pairs.slice(at)]),
    },
  );
}

function printBody(schema: JsonSchema, resolve: Resolve): fc.Arbitrary<string | undefined> {
  const values = arbitraryOf(schema, resolve);
  const print = (value: unknown) => JSON.stringify(value) ?? 'null';
  const cut = fc.tuple(values.map(print), fc.nat(40)).map(([text, at]) => text.slice(0, at));
  return fc.oneof(
    { weight: 10, arbitrary: values.map(print) },
    { weight: 6, arbitrary: mutated(values).map(print) },
    { weight: 1, arbitrary: cut },
    { weight: 1, arbitrary: noise },
    { weight: 1, arbitrary: fc.constant(undefined) },
  );
}

function headersOf(key: string): fc.Arbitrary<Map<string, string>> {
  const headers = fc.record({
    Authorization: fc.oneof(
      { weight: 8, arbitrary: fc.constant<string | undefined>(`Bearer ${key}`) },
      { weight: 1, arbitrary: fc.constantFrom(undefined, 'Bearer', `Bearer ${key}x`, 'Basic YTpi', key) },
    ),
    'Accept-Language': sometimes(fc.constantFrom('de', '*', ';q=', 'en;q=2, de', 'x'.repeat(100))),
    'Idempotency-Key': sometimes(fc.constantFrom('a', '"b"', '', 'ä', 'x'.repeat(300))),
    'Content-Type': sometimes(
      fc.constantFrom('text/plain', 'application/json; charset=utf-16', 'application/json;', '', ';'),
    ),
    'Content-Encoding': sometimes(fc.constantFrom('gzip', 'identity', 'br')),
    'X-Request-Id': sometimes(fc.constantFrom('mine', 'a b', '<script>')),
    Origin: sometimes(fc.constantFrom('null', 'https://example.org')),
    Accept: sometimes(fc.constantFrom('text/html', '*/*', 'x')),
  });
  return headers.map(
    (all) => new Map(Object.entries(all).filter((pair): pair is [string, string] => pair[1] !== undefined)),
  );
}

function sometimes(arbitrary: fc.Arbitrary<string>): fc.Arbitrary<string | undefined> {
  return fc.oneof(
    { weight: 11, arbitrary: fc.constant<string | undefined>(undefined) },
    { weight: 1, arbitrary },
  );
}

/** Without halves of surrogate pairs, which no URL carries. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\uFFFD');
}
