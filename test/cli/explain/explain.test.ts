import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { run } from '../../../src/cli/run.js';
import { DIAGNOSTIC_CATALOG } from '../../../src/model/diagnostic-catalog.js';
import { FakeIo } from '../fake-io.js';
import { CONFIG, createProject, PING, REPOSITORY } from '../temporary-project.js';

test('procgen explain prints the page of a code on stdout', async () => {
  const io = new FakeIo('/');
  await expect(run(['explain', 'unknown-tag'], io)).resolves.toBe(0);
  const page = readFileSync(join(REPOSITORY, 'src/compiler/diagnostics/unknown-tag.md'), 'utf8');
  expect({ out: io.out, err: io.err }).toEqual({ out: page, err: '' });
});

test('procgen explain lists every code, with what to do about it', async () => {
  const io = new FakeIo('/');
  await expect(run(['explain'], io)).resolves.toBe(0);
  for (const [code, help] of Object.entries(DIAGNOSTIC_CATALOG)) {
    const [line = ''] = io.out.split('\n').filter((each) => each.startsWith(`${code} `));
    expect(line.slice(code.length).trim()).toBe(help);
  }
});

test.each([
  ['unknwon-tag', 'There is no diagnostic "unknwon-tag". Did you mean "unknown-tag"?'],
  ['E0001', 'There is no diagnostic "E0001".'],
])('procgen explain %s is refused', async (code, message) => {
  const io = new FakeIo('/');
  await expect(run(['explain', code], io)).resolves.toBe(2);
  expect(io.err).toBe(`error: ${message}\nhelp: "procgen explain" lists the codes.\n`);
});

test.each([
  ['one code', 'procgen explain unknown-tag\n', PING.replace("'demo'", "'nowhere'")],
  ['several', 'procgen explain <code>\n', PING.replace("'demo'", "'nowhere'").replace("'/ping'", "'ping'")],
])('a build with errors of %s leads to the pages', async (_, line, procedures) => {
  const root = await createProject({ 'procgen.config.ts': CONFIG, 'procedures/demo.ts': procedures });
  const io = new FakeIo(root);
  await expect(run(['build'], io)).resolves.toBe(1);
  expect(io.err).toContain(`\nFor details: ${line}`);
});

test('the package brings the pages along', () => {
  const { files } = JSON.parse(readFileSync(join(REPOSITORY, 'package.json'), 'utf8'));
  expect(files).toContain('src/compiler/diagnostics');
});
