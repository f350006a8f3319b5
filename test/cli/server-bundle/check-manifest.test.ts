import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CliFailure } from '../../../src/cli/cli-failure.js';
import { checkManifest } from '../../../src/cli/server-bundle/check-manifest.js';
import { readManifest } from '../../../src/cli/server-bundle/manifest.js';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'procgen-manifest-'));
  await mkdir(join(root, 'procedures'));
  await writeFile(join(root, 'procedures/a.ts'), 'a');
  await writeFile(join(root, 'procedures/b.ts'), 'b');
});
afterEach(() => rm(root, { recursive: true }));

const hash = (text: string) => createHash('sha256').update(text).digest('hex');
const manifest = {
  version: 1,
  procedures: 'procedures',
  inputs: { 'procedures/b.ts': hash('b'), 'procedures/a.ts': hash('a') },
} as const;

test('A bundle whose inputs are as they were is fresh.', () => {
  expect(checkManifest(root, manifest)).toBeNull();
});

test('A changed and a missing input are named.', async () => {
  await writeFile(join(root, 'procedures/a.ts'), 'changed');
  await rm(join(root, 'procedures/b.ts'));
  expect(checkManifest(root, manifest)).toEqual({
    changed: ['procedures/a.ts'],
    missing: ['procedures/b.ts'],
    added: [],
  });
});

test('A new procedure file is named, a test and a private file are not.', async () => {
  for (const name of ['c.ts', 'c.test.ts', '_private.ts'])
    await writeFile(join(root, 'procedures', name), 'x');
  expect(checkManifest(root, manifest)).toEqual({
    changed: [],
    missing: [],
    added: ['procedures/c.ts'],
  });
});

test('What a build does not read is not new: what a link to a folder leads to, and a link that leads to nothing.', async () => {
  await mkdir(join(root, 'elsewhere'));
  await writeFile(join(root, 'elsewhere/c.ts'), 'x');
  await symlink(join(root, 'elsewhere'), join(root, 'procedures/linked'));
  await symlink(join(root, 'nowhere.ts'), join(root, 'procedures/broken.ts'));
  expect(checkManifest(root, manifest)).toBeNull();
});

test('An input that has become a folder is missing.', async () => {
  await rm(join(root, 'procedures/b.ts'));
  await mkdir(join(root, 'procedures/b.ts'));
  expect(checkManifest(root, manifest)).toEqual({ changed: [], missing: ['procedures/b.ts'], added: [] });
});

test('A source with bytes that are no UTF-8 is fresh, since a build takes it as text too.', async () => {
  await writeFile(join(root, 'procedures/a.ts'), Buffer.from([0x2f, 0x2f, 0xff]));
  const inputs = { ...manifest.inputs, 'procedures/a.ts': hash('//\u{fffd}') };
  expect(checkManifest(root, { ...manifest, inputs })).toBeNull();
});

test('A deployment without any of the sources is fresh.', async () => {
  await rm(join(root, 'procedures'), { recursive: true });
  expect(checkManifest(root, manifest)).toBeNull();
});

test.each(['', 'null', '{}', '{"version":2,"inputs":{}}', '{"version":1,"inputs":{"a":1}}', '{"version":1'])(
  'The manifest %j is refused.',
  (text) => {
    expect(() => readManifest(text)).toThrow(CliFailure);
  },
);

test('What a build wrote is read back.', () => {
  expect(readManifest(JSON.stringify(manifest))).toEqual(manifest);
});
