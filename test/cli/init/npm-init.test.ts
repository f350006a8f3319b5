import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCommand } from '../../readme/support/start-command.js';
import { linkPackages } from '../../recipes/support/create-new-project.js';
import { spawnProcgen } from '../spawn-procgen.js';
import { createFolder, REPOSITORY } from '../temporary-project.js';

/** What `npm init -y` of npm 11 writes. */
const NPM_INIT = {
  name: 'shop',
  version: '1.0.0',
  description: '',
  main: 'index.js',
  scripts: { test: 'echo "Error: no test specified" && exit 1' },
  keywords: [],
  author: '',
  license: 'ISC',
  type: 'commonjs',
};

test('A project that npm init -y began is joined without --force, and is built, typechecked and served.', async () => {
  const root = await createFolder({ 'package.json': JSON.stringify(NPM_INIT) });
  const { exitCode, err } = await spawnProcgen(root, 'init --yes').end;
  expect(exitCode, err).toBe(0);
  const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  expect(manifest).toMatchObject({ name: 'shop', license: 'ISC', type: 'module' });
  expect(manifest.scripts.test).toBe('procgen build && vitest run');
  expect(err).not.toContain('note:');

  await linkPackages(root);
  const built = await spawnProcgen(root, 'build').end;
  expect(built.exitCode, built.err).toBe(0);
  const tsc = join(REPOSITORY, 'node_modules/typescript/bin/tsc');
  const checked = await runCommand([process.execPath, tsc, '-p', '.'], { cwd: root });
  expect(checked).toEqual({ exitCode: 0, out: '', err: '' });
  const server = spawnProcgen(root, 'serve --mode production --port 0');
  const [, url] = await server.seen(/listening on (http:\/\/\S+)\n/);
  expect((await fetch(`${url}/api/health`)).status).toBe(200);
  server.signal('SIGTERM');
  expect((await server.end).exitCode).toBe(0);
});
