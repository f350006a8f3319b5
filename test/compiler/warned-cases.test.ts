import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { DIAGNOSTIC_CATALOG, type DiagnosticCode, severityOf } from '../../src/model/diagnostic-catalog.js';
import { compileFolder, printDiagnosticsIn } from './support/compile-folder.js';

const CASES = new URL('../cases/warned/', import.meta.url);
const folders = readdirSync(CASES).sort();

test('every warning has a case of its name, and every case is of a warning', () => {
  const codes = Object.keys(DIAGNOSTIC_CATALOG) as DiagnosticCode[];
  expect(folders).toEqual(codes.filter((code) => severityOf(code) === 'warning').sort());
});

test.each(folders)('%s is warned of in the words of its case, and nothing else is', async (folder) => {
  const root = new URL(`${folder}/`, CASES);
  await expect(await printDiagnosticsIn(root)).toMatchFileSnapshot(new URL('expected.txt', root).pathname);
  const { diagnostics } = await compileFolder(root);
  expect([...new Set(diagnostics.map(({ code, severity }) => `${severity} ${code}`))]).toEqual([
    `warning ${folder}`,
  ]);
});

test.each(folders)('%s keeps no file from being generated', async (folder) => {
  const { files, model } = await compileFolder(new URL(`${folder}/`, CASES));
  expect(model).not.toBeNull();
  expect(files.map(({ path }) => path)).toEqual([
    'generated/client.ts',
    'generated/openapi.json',
    'generated/routes.ts',
  ]);
});
