import { expect, test } from 'vitest';
import { createNodeHost } from '../../../src/cli/node-host.js';
import { compile } from '../../../src/compiler/compile.js';
import { emitAll } from '../../../src/compiler/emit/emit-all.js';
import { learnPrinted, listPrinted, type PrintedParts } from '../../../src/compiler/emit/printed-parts.js';
import type { ApiModel } from '../../../src/compiler/model/api-model.js';
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

test('Emitters print of every item what they have learned of it, and nothing of it anew.', async () => {
  const model = await compileModel();
  const { functions, ...printed } = listPrinted(model);
  const mark = (kind: string) => (_: string, index: number) => `"${kind}-${index}"`;
  const learned: PrintedParts = {
    operations: printed.operations.map(mark('operation')),
    routes: printed.routes.map(mark('route')),
    methods: printed.methods.map(mark('method')),
    schemas: printed.schemas.map(mark('schema')),
    declarations: printed.declarations.map(mark('declaration')),
    functions: functions.map((view, index) => ({ ...view, comment: `"function-${index}"` })),
  };
  const copy = structuredClone(model);
  learnPrinted(copy, learned);
  const files = await emit(copy);
  const expectAll = (file: string, texts: readonly string[]) => {
    expect(texts.length).toBeGreaterThan(0);
    for (const text of texts) expect(files[file]).toContain(text);
  };
  expectAll('openapi.json', [...learned.operations, ...learned.schemas]);
  expectAll('routes.ts', learned.routes);
  expectAll('client.ts', [...learned.methods, ...learned.declarations]);
  expectAll(
    'client.ts',
    learned.functions.map(({ comment }) => comment),
  );
  // The model that it was a copy of is none that anything was learned of.
  expect(await emit(model)).not.toEqual(files);
});

test('What was learned of an operation goes for the same credentials and limits only.', async () => {
  const model = structuredClone(await compileModel());
  const parts = listPrinted(model);
  learnPrinted(model, { ...parts, operations: parts.operations.map(() => '"learned"') });
  expect((await emit(model))['openapi.json']).toContain('"learned"');
  const other = { ...model, rateLimits: structuredClone(model.rateLimits) };
  expect((await emit(other))['openapi.json']).not.toContain('"learned"');
});
