import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { createProject, REPOSITORY } from '../compiler/support/create-project.js';
import { listOwnModules } from './list-own-modules.js';

const PROCGEN = join(REPOSITORY, 'bin/procgen.js');
const RECORDER = fileURLToPath(new URL('record-modules.mjs', import.meta.url));
/** What only a build needs, and what a server would need that builds. */
const BUILD_ONLY = ['ts-morph', '@ts-morph/common', 'typescript', 'esbuild', 'handlebars', 'openapi3-ts'];
/** What a server loads when its configuration asks for it, and what other commands need. */
const ON_DEMAND = ['openid-client', 'ioredis', 'pg', 'chokidar', '@clack/prompts'];

const running = new Set<ChildProcess>();
afterEach(() => {
  for (const child of running) child.kill('SIGKILL');
});

/** Starts procgen in a project; every module it loads is noted in the project's `modules.txt`. */
function start(
  root: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): ChildProcess {
  const child = spawn(process.execPath, [PROCGEN, ...args], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      NODE_OPTIONS: `--import ${RECORDER}`,
      MODULES_LOG: join(root, 'modules.txt'),
      ...env,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  running.add(child);
  child.once('close', () => running.delete(child));
  return child;
}

/** The packages that were loaded, the modules of procgen's own, relative to `src`, and the files that hold them. */
async function readModules(
  root: string,
): Promise<{ packages: Set<string>; own: Set<string>; files: Set<string> }> {
  const packages = new Set<string>();
  const own = new Set<string>();
  const files = new Set<string>();
  for (const url of (await readFile(join(root, 'modules.txt'), 'utf8')).split('\n')) {
    const name = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1];
    if (name !== undefined) packages.add(name);
    else if (url.includes('/dist/')) {
      files.add(url);
      for (const module of listOwnModules(url)) own.add(module);
    }
  }
  return { packages, own, files };
}

async function readOrigin(child: ChildProcess): Promise<string> {
  let text = '';
  for await (const chunk of child.stderr ?? []) {
    text += String(chunk);
    const origin = /listening on (http:\S+)/.exec(text)?.[1];
    if (origin !== undefined) return origin;
  }
  throw new Error(`procgen serve ended:\n${text}`);
}

const PROJECT = {
  'procedures/items.ts': `import { actionResponse, ok, procedure } from 'procgen';
import * as z from 'zod';

export const list = procedure
  .meta({
    openapi: { enabled: true, method: 'GET', path: '/items', tags: ['items'], summary: 'List', protect: false },
  })
  .output(actionResponse(z.array(z.string())))
  .query(() => ok(['one']));
`,
};

test('a production server loads nothing that builds', async () => {
  const root = await createProject({ ...PROJECT, 'modules.txt': '' });
  const build = start(root, ['build'], { MODULES_LOG: join(root, 'build-modules.txt') });
  build.stderr?.resume();
  const [exitCode] = (await once(build, 'close')) as [number];
  expect(exitCode).toBe(0);

  const server = start(root, ['serve', '--mode', 'production', '--port', '0']);
  const origin = await readOrigin(server);
  const answers = await Promise.all(
    ['/livez', '/api/items', '/api/openapi.json', '/api/docs', '/api/nothing', '/dashboard/sign-in'].map(
      async (path) => `${path} ${(await fetch(origin + path)).status}`,
    ),
  );
  expect(answers.slice(0, 3)).toEqual(['/livez 200', '/api/items 200', '/api/openapi.json 200']);
  server.kill('SIGTERM');
  await once(server, 'close');

  const { packages, own, files } = await readModules(root);
  expect([...BUILD_ONLY, ...ON_DEMAND].filter((name) => packages.has(name))).toEqual([]);
  expect([...own].filter((file) => /^(compiler|client|diff)\//.test(file))).toEqual([]);
  expect([...own].filter((file) => /^cli\/(build|routes|keys|users)\/run-/.test(file))).toEqual([]);
  // Node takes as long for a file of ten lines as for one of a thousand.
  expect(files.size).toBeLessThanOrEqual(40);
  // The record is of the server and of all it needs.
  expect([...packages]).toEqual(expect.arrayContaining(['zod', 'pino', 'lowdb']));
  // `dist` has it as one file.
  expect([...packages]).not.toContain('commander');
  expect([...own]).toEqual(
    expect.arrayContaining([
      'cli/main.ts',
      'cli/commander.ts',
      'runtime/hosts/node.ts',
      'cli/serve/run-serve.ts',
    ]),
  );
});

test('a server loads Koa nowhere', async () => {
  const root = await createProject({ ...PROJECT, 'modules.txt': '' });
  const build = start(root, ['build'], { MODULES_LOG: join(root, 'build-modules.txt') });
  build.stderr?.resume();
  await once(build, 'close');
  const server = start(root, ['serve', '--mode', 'production', '--port', '0']);
  const origin = await readOrigin(server);
  const ask = async (path: string) => (await fetch(origin + path)).status;
  const paths = ['/api/items', '/api/nothing', '/livez', '/dashboard/sign-in', '/api/openapi.json'];
  expect(await Promise.all(paths.map(ask))).toEqual([200, 404, 200, 200, 200]);
  server.kill('SIGTERM');
  await once(server, 'close');
  const { packages } = await readModules(root);
  expect(['koa', '@koa/router'].filter((name) => packages.has(name))).toEqual([]);
});

test('the record sees what a build loads', async () => {
  const root = await createProject({ ...PROJECT, 'modules.txt': '' });
  const build = start(root, ['build']);
  build.stderr?.resume();
  await once(build, 'close');
  const { packages, own } = await readModules(root);
  expect([...packages]).toEqual(expect.arrayContaining(['esbuild', 'handlebars', 'zod']));
  expect([...own]).toContain('compiler/compile.ts');
});
