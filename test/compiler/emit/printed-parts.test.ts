import { expect, test } from 'vitest';
import { createNodeHost } from '../../../src/cli/node-host.js';
import { compile } from '../../../src/compiler/compile.js';
import { emitAll } from '../../../src/compiler/emit/emit-all.js';
import { listPrinted } from '../../../src/compiler/emit/printed-parts.js';
import type { ApiModel } from '../../../src/model/api-model.js';
import { REPOSITORY } from '../support/create-project.js';

const host = createNodeHost();

async function compileModel(): Promise<ApiModel> {
  const { model, diagnostics } = await compile(host, { root: REPOSITORY });
  expect(diagnostics).toEqual([]);
  return model as ApiModel;
}

async function emit(model: ApiModel): Promise<Readonly<Record<string, string>>> {
  const files = await emitAll(model, { root: '', out: '', extras: {}, importExtension: '.js' }, host);
  return Object.fromEntries(files.map(({ path, text }) => [path.slice(1), text]));
}

test('What is printed of each item stands in its file as it is.', async () => {
  const model = await compileModel();
  const { operations, schemas, routes, methods, declarations, functions } = listPrinted(model);
  const files = await emit(model);
  const expectAll = (file: string, texts: readonly string[]) => {
    expect(texts.length).toBeGreaterThan(0);
    for (const text of texts) expect(files[file]).toContain(text);
  };
  expectAll('openapi.json', [...operations, ...schemas]);
  expectAll('routes.ts', routes);
  expectAll('client.ts', [...methods, ...declarations, ...functions.map(({ comment }) => comment)]);
});

test('What was printed of an operation goes for the same limits only.', async () => {
  const model = await compileModel();
  const before = await emit(model);
  const other = {
    ...model,
    rateLimits: { ...model.rateLimits, QUERY: { limit: 7, windowMs: 7_000 } },
  };
  const after = await emit(other);
  expect(after).toEqual(await emit(structuredClone(other)));
  expect(after['openapi.json']).not.toBe(before['openapi.json']);
});
