import { describe, expect, test } from 'vitest';
import { emitClient } from '../../../../src/compiler/emit/client/emit-client.js';
import { checkTypes } from './check-types.js';
import { FIXTURE_MODEL, model, named, object, procedure, reference } from './fixture-model.js';
import { readParts } from './read-parts.js';

const { text: client } = emitClient(FIXTURE_MODEL, await readParts());

/** A consumer in another repository: what must compile, and what must not. */
const consumer = `
import { ApiError, type Fail, type Result, type ApiKeysCreatePayload, type ApiKeysCreateResult, apiKeysCreate, createClient, createTransport, isApiError } from './client.js';

const api = createClient({ baseUrl: 'http://localhost:3000', apiKey: async () => undefined });
export async function run(): Promise<string> {
  const result = await api.apiKeys.create({ name: 'ci' }, { retries: 0, signal: AbortSignal.timeout(5) });
  const named: Result<ApiKeysCreatePayload> = result;
  if (named.success) return named.payload.key + named.status;
  if (result.success) throw new Error();
  const all: readonly { message: string }[] = result.errors;
  if (result.kind === 'failure' && result.status === 409) return failed(result);
  if (result.kind === 'failure') return result.errors.map((error) => error.path.join('.')).join() + result.status + all.length;
  if (result.kind === 'http' || result.kind === 'parse') return String(result.body) + result.headers.get('x');
  const status: undefined = result.status;
  return result.message + result.cause + status;
}
/** The documented statuses are known by name; any other number can still come. */
function failed({ status, errors }: Extract<ApiKeysCreateResult, { kind: 'failure' }>): string {
  switch (status) {
    case 400:
    case 409:
      return String(errors.length);
    default: {
      const other: number = status;
      return String(other);
    }
  }
}
type Documented = Exclude<ApiKeysCreateResult, { success: true }> extends Fail<infer Status> ? Status : never;
export const documented: readonly Documented[] = [400, 401, 409, 500];
// @ts-expect-error it does not document 418
export const undocumented: Documented = 418;
export async function throwing(): Promise<string> {
  try {
    const key = await apiKeysCreate(createTransport({ baseUrl: '' }), { name: 'x', expiresAt: new Date() }).orThrow();
    const text: string = key.id + key.key;
    return text;
  } catch (error) {
    if (isApiError(error)) return error.kind + error.status + error.fail.message + (error instanceof ApiError);
    throw error;
  }
}
export const calls: readonly object[] = [api.items.find(), api.items.find({ tag: ['a'] }), api.apiKeys.list({ timeout: 1 }), api.delete()];
/** What is left out may be said to be undefined: no property has to be put together for it. */
export const undefinedOnes: readonly object[] = [api.items.find({ tag: undefined }), api.apiKeys.create({ name: 'x', expiresAt: undefined })];
export const stored: object = createClient({ baseUrl: '', apiKey: (): string | null => null, headers: { 'X-Trace': undefined } });
export const nested: Promise<{ children: unknown[] }> = api.items.nested.deep.search().orThrow();
// @ts-expect-error the signal stands beside the settings of fetch
api.apiKeys.list({ init: { signal: AbortSignal.timeout(5) } });
// @ts-expect-error the name is missing
api.apiKeys.create({});
// @ts-expect-error no such key
api.apiKeys.create({ name: 'x', nam: 'y' });
// @ts-expect-error the input is missing
api.apiKeys.delete();
// @ts-expect-error a list takes no input
api.apiKeys.list({ name: 'x' });
// @ts-expect-error no such procedure
api.apiKeys.update({});
// @ts-expect-error the result must be looked at first
export const early: unknown = (await api.apiKeys.list()).payload;
// @ts-expect-error the base URL is missing
createClient({});
`;

const WORDS = 'delete new default constructor toString __proto__ await class arguments'.split(' ');

/** Whose members are words of the language. */
const { text: words } = emitClient(
  model(
    [named('In', object(Object.fromEntries(WORDS.map((word) => [word, {}]))))],
    WORDS.map((word) => ({
      ...procedure(`a.${word}`, `GET /${word}`, { takes: reference('In') }),
      identifier: `a_${word}`,
    })),
  ),
  await readParts(),
);
/** Of a service that has one procedure and nothing else. */
const { text: small } = emitClient(model([], [procedure('ping', 'GET /ping')]), await readParts());

// `every-compiler.full.test.ts` has every compiler, platform and way to resolve modules, without the consumer.
test.each([
  ['7', 'dom', 'nodenext'],
  ['7', 'node', 'bundler'],
  ['5.4', 'node', 'nodenext'],
  ['5.4', 'dom', 'nodenext'],
] as const)(
  'generated clients compile under every strict flag on TypeScript %s with the types of %s and modules of %s',
  async (version, platform, module) => {
    const files = { 'client.ts': client, 'consumer.ts': consumer, 'words.ts': words, 'small.ts': small };
    expect(await checkTypes(files, version, platform, module)).toBe('');
  },
);

test('the client compiles with the library of ES2020, and has no field that Babel 7 does not parse', async () => {
  const more = { target: 'es2020', lib: ['es2020', 'dom', 'dom.iterable'] };
  expect(await checkTypes({ 'client.ts': client }, '7', 'dom', 'bundler', more)).toBe('');
  expect(client).not.toMatch(/^ *declare /m);
});

test('a member whose name is a word of the language is written as a property', () => {
  expect(words).toContain("['__proto__']: (input, options) => a___proto__(transport, input, options)");
});

describe('the text of the generated client', () => {
  test('says who made it and how to make it again', () => {
    expect(client.split('\n').slice(0, 2)).toEqual([
      '// Code generated by procgen. DO NOT EDIT.',
      '// Regenerate with: npx procgen build',
    ]);
  });

  test('imports nothing, exports no default and says no `any`', () => {
    expect(client).not.toMatch(/^\s*import\b|\bimport\(|\brequire\(/m);
    expect(client).not.toMatch(/^export default/m);
    expect(client.replace(/\/\*[\s\S]*?\*\//g, '')).not.toMatch(/\bany\b/);
  });

  test('is the same every time', async () => {
    expect(emitClient(structuredClone(FIXTURE_MODEL), await readParts()).text).toBe(client);
  });

  test('says what is deprecated and what to use instead, on the function and on the member', () => {
    const line =
      '@deprecated Since 2025-01-31. Gone after 2027-01-31. Use `items.nested.deep.search` instead.';
    expect(client.split(line)).toHaveLength(3);
  });

  test('gives examples in the words of the place: of properties, and of whole calls', () => {
    expect(client).toContain("   * @example 'ci'\n   * @example 'it\\'s *\\/ new'\n   */\n  name: string;");
    expect(client).toContain(" * @example await apiKeysDelete(transport, { id: 'pgk_1' })\n");
    expect(client).toContain("   * @example await api.apiKeys.delete({ id: 'pgk_1' })\n");
    expect(client).toContain("   * @example await api.apiKeys.create({ name: 'ci' })\n");
  });

  test('tells what a failure means where the author said it', () => {
    expect(client.split('- 409: A key has this name.\n')).toHaveLength(3);
    expect(client).not.toContain('- 401:');
  });

  test('keeps a comment closed only where it ends', () => {
    expect(client).not.toContain('*/ alert');
    expect(client).toContain('This once. *\\/ alert(2); /*');
  });

  test('takes at most 30 lines for an operation', () => {
    const lines = client.slice(
      client.indexOf(' * Create an API key'),
      client.indexOf('/** A client of the whole'),
    );
    expect(lines.split('\n').length / FIXTURE_MODEL.procedures.length).toBeLessThanOrEqual(30);
  });
});
