import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

const TEMPLATES = new URL('../../../templates/', import.meta.url);
const EMIT = new URL('../../../src/compiler/emit/', import.meta.url);

/**
 * The fields of each template's view, by the version that its first line says. Who changes a view raises the version
 * there, since templates of a project's own were written for the old one, and writes the new fields here.
 */
const VIEWS = {
  'client, version 2':
    'declarations operations links linkRuntime groups comment name members client credentials header prefix runtime comment name parameters path input result comment name parameters returned send isStream row input options isLong',
  'client-mock, version 1':
    'client answers name input payload operations route operation hasSchemas schemas name schema runtime',
  'client-readme, version 1':
    'mark title name mockName service description isProtected call hasMock operations call summary route isDeprecated',
  'routes, version 2':
    'setup imports specifier names hasPrefix prefix credentials header prefix hasMessages catalogs locale messages key message hasPlans plans routes',
};

const FILES: Readonly<Record<string, string>> = {
  client: 'client/client-view.ts',
  'client-mock': 'mock/client-mock-view.ts',
  'client-readme': 'client-package/client-readme-view.ts',
  routes: 'routes/routes-view.ts',
};

async function readHeads(): Promise<string[]> {
  const names = (await readdir(TEMPLATES)).filter((name) => name.endsWith('.hbs')).sort();
  const texts = await Promise.all(names.map((name) => readFile(new URL(name, TEMPLATES), 'utf8')));
  return texts.map((text) => /^\{\{!-- procgen template (.*) --\}\}\n/.exec(text)?.[1] ?? '');
}

test('every template says its name and version, and the fields of its view are those of that version', async () => {
  const heads = await readHeads();
  expect(heads.sort()).toEqual(Object.keys(VIEWS).sort());
  for (const [head, fields] of Object.entries(VIEWS)) {
    const source = await readFile(new URL(FILES[head.split(',')[0] ?? ''] ?? '', EMIT), 'utf8');
    const names = [...source.matchAll(/readonly (\w+)\??:/g)].map(([, name]) => name);
    expect(names.join(' '), head).toBe(fields);
  }
});

test('the README beside the templates tells of every template, view and helper', async () => {
  const text = await readFile(new URL('README.md', TEMPLATES), 'utf8');
  const names = (await readdir(TEMPLATES)).filter((name) => name.endsWith('.hbs'));
  for (const name of names) expect(text).toContain(`\`${name}\``);
  for (const helper of ['string', 'data', 'identifier', 'key', 'comment', 'code'])
    expect(text).toContain(`{{${helper} x}}`);
});
