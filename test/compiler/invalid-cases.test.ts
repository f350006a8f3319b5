import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { DIAGNOSTIC_CATALOG, type DiagnosticCode, severityOf } from '../../src/model/diagnostic-catalog.js';
import { compileFolder, printDiagnosticsIn } from './support/compile-folder.js';

const CASES = new URL('../cases/invalid/', import.meta.url);
const folders = readdirSync(CASES).sort();

test('every error has a case of its name', () => {
  const codes = Object.keys(DIAGNOSTIC_CATALOG) as DiagnosticCode[];
  const missing = codes.filter((code) => severityOf(code) === 'error' && !folders.includes(code));
  expect(missing).toEqual([]);
});

test.each(folders)('%s is refused in the words of its case', async (folder) => {
  const root = new URL(`${folder}/`, CASES);
  await expect(await printDiagnosticsIn(root)).toMatchFileSnapshot(new URL('expected.txt', root).pathname);
  const { files, model } = await compileFolder(root);
  expect({ files, model }).toEqual({ files: [], model: null });
});

test.each(folders.filter((folder) => folder in DIAGNOSTIC_CATALOG))(
  '%s reports that code',
  async (folder) => {
    const { diagnostics } = await compileFolder(new URL(`${folder}/`, CASES));
    expect(diagnostics.map(({ code }) => code)).toContain(folder);
  },
);
