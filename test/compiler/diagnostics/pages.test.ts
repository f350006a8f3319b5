import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { DIAGNOSTIC_CATALOG } from '../../../src/model/diagnostic-catalog.js';
import { readFences } from '../../readme/support/read-fences.js';
import { compileFolder } from '../support/compile-folder.js';
import { createProject } from '../support/create-project.js';

const PAGES = new URL('../../../src/compiler/diagnostics/', import.meta.url);
const CODES = Object.keys(DIAGNOSTIC_CATALOG).sort();

const CONFIG = `import { defineConfig } from 'procgen';\nexport default defineConfig({ tags: { items: 'Items' } });\n`;
/** What the examples leave out: the imports, and a procedure where they are about something else. */
const IMPORTS = `import { procedure, redirect } from 'procgen';\nimport * as z from 'zod';\n\n`;
const PROCEDURE = `export const list = procedure
  .meta({
    openapi: { enabled: true, method: 'GET', path: '/items', tags: ['items'], summary: 'List items', protect: false },
  })
  .output(z.array(z.string()))
  .query(() => []);
`;

/** The diagnostics of the files that a section of a page shows. */
async function compileExample(page: string, section: 'Wrong' | 'Right') {
  const fences = readFences(page).filter((fence) => fence.section === section);
  const shown = Object.fromEntries(fences.map(({ path, text }): [string, string] => [path ?? '', text]));
  const hasProcedures = Object.keys(shown).some((path) => /^procedures\/.*ts$/.test(path));
  const files = Object.entries({ ...(!hasProcedures && { 'procedures/items.ts': PROCEDURE }), ...shown });
  const completed = files.map(([path, text]) => [path, path.endsWith('.ts') ? complete(path, text) : text]);
  const root = await createProject({ 'procgen.config.ts': CONFIG, ...Object.fromEntries(completed) });
  const { diagnostics } = await compileFolder(new URL(`file://${root}/`));
  return { count: fences.length, diagnostics };
}

function complete(path: string, text: string): string {
  return path.startsWith('procedures/') ? IMPORTS + text : text;
}

test('every diagnostic code has its page, and there is no other page', () => {
  expect(readdirSync(PAGES).sort()).toEqual(CODES.map((code) => `${code}.md`).sort());
});

describe.each(CODES)('the page of %s', (code) => {
  const page = readFileSync(new URL(`${code}.md`, PAGES), 'utf8');

  test('says why, and shows what is wrong and what is right', () => {
    expect(page).toMatch(new RegExp(`^# ${code}\n\n\\S[^#]{60,}\n\n## Wrong\n[^]+\n## Right\n`));
  });

  test('has a wrong example that is refused for this and nothing else', async () => {
    const { diagnostics } = await compileExample(page, 'Wrong');
    expect([...new Set(diagnostics.map((each) => each.code))]).toEqual([code]);
  });

  test('has a right example that is refused for nothing', async () => {
    const { count, diagnostics } = await compileExample(page, 'Right');
    expect(count).toBeGreaterThan(0);
    expect(diagnostics.map(({ code: found, message }) => `${found}: ${message}`)).toEqual([]);
  });
});
