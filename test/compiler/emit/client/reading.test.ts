import ts from 'typescript-5.9';
import { expect, test } from 'vitest';
import { emitClient } from '../../../../src/compiler/emit/client/emit-client.js';
import { FIXTURE_MODEL } from './fixture-model.js';
import { readParts } from './read-parts.js';

/** What an editor shows over a name of the consumer's, from the same service that editors ask. */
const FILES: Readonly<Record<string, string>> = {
  '/client.ts': emitClient(FIXTURE_MODEL, await readParts()).text,
  '/consumer.ts': `
    import { apiKeysCreate, createClient, createTransport } from './client.js';
    const api = createClient({ baseUrl: '' });
    const result = await api.apiKeys.create({ name: 'x' });
    const found = await api.items.find();
    const alone = await apiKeysCreate(createTransport({ baseUrl: '' }), { name: 'x' });
  `,
};
const service = ts.createLanguageService({
  getCompilationSettings: () => ({
    strict: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'],
    types: [],
  }),
  getScriptFileNames: () => Object.keys(FILES),
  getScriptVersion: () => '1',
  getScriptSnapshot: (file) => ts.ScriptSnapshot.fromString(FILES[file] ?? ts.sys.readFile(file) ?? ''),
  getCurrentDirectory: () => '/',
  getDefaultLibFileName: (options) => ts.getDefaultLibFilePath(options),
  fileExists: (file) => file in FILES || ts.sys.fileExists(file),
  readFile: (file) => FILES[file] ?? ts.sys.readFile(file),
});

test('a result is hovered by the name of its type, in 40 characters at most', () => {
  expect(hover('result').type).toBe('const result: ApiKeysCreateResult');
  expect(hover('result').type.replace('const result: ', '').length).toBeLessThanOrEqual(40);
});

test('a method is hovered by the names of its types, in 120 characters at most, under its summary', () => {
  const { type, text } = hover('create(');
  expect(type).toBe(
    '(method) ApiKeysClient2.create(input: ApiKeysCreateInput, options?: CallOptions): Call<ApiKeysCreateResult>',
  );
  expect(type.length).toBeLessThanOrEqual(120);
  expect(text).toMatch(/^Create an API key\n/);
});

test('a stand-alone operation has the same words over it', () => {
  expect(hover('apiKeysCreate(').text).toBe(hover('create(').text);
});

test('a deprecated operation is struck out', () => {
  const diagnostics = service
    .getSuggestionDiagnostics('/consumer.ts')
    .filter((found) => found.reportsDeprecated);
  expect(diagnostics.map(({ start, length }) => FILES['/consumer.ts']?.slice(start, start + length))).toEqual(
    ['find'],
  );
});

function hover(name: string): { type: string; text: string } {
  const position = FILES['/consumer.ts']?.lastIndexOf(` ${name}`) ?? -1;
  const at = position < 0 ? (FILES['/consumer.ts']?.indexOf(`.${name}`) ?? 0) : position;
  const found = service.getQuickInfoAtPosition('/consumer.ts', at + 1);
  return {
    type: ts.displayPartsToString(found?.displayParts),
    text: ts.displayPartsToString(found?.documentation),
  };
}
