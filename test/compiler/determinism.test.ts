import { execFile } from 'node:child_process';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { createNodeHost } from '../../src/cli/node-host.js';
import { compile } from '../../src/compiler/compile.js';
import type { Host } from '../../src/compiler/host.js';
import { createProject, REPOSITORY } from './support/create-project.js';

const run = promisify(execFile);
const PROCGEN = join(REPOSITORY, 'bin/procgen.js');
const STORIES = fileURLToPath(new URL('../cases/valid/', import.meta.url));
/** The story with the most files, and the one with the most schemas that share names. */
const PROJECTS = [join(STORIES, 'names'), join(STORIES, 'input-output-differ'), join(STORIES, 'recursion')];

async function compileTexts(root: string, host: Host = createNodeHost()): Promise<readonly string[]> {
  const { files, diagnostics } = await compile(host, { root });
  expect(diagnostics).toEqual([]);
  return files.map(({ path, text }) => `${path}\n${text}`);
}

/** A host whose disk lists its files in an order of its own. */
function withOrder(order: (paths: readonly string[]) => readonly string[]): Host {
  const host = createNodeHost();
  return { ...host, listFiles: async (folder) => order(await host.listFiles(folder)) };
}

/** The same shuffle for the same seed. */
function shuffle<T>(items: readonly T[], seed: number): T[] {
  const shuffled = [...items];
  let state = seed;
  for (let index = shuffled.length - 1; index > 0; index--) {
    state = (state * 48_271) % 2_147_483_647;
    const other = state % (index + 1);
    [shuffled[index], shuffled[other]] = [shuffled[other] as T, shuffled[index] as T];
  }
  return shuffled;
}

describe.each(PROJECTS)('%s compiles to the same bytes', (root) => {
  test('a second time', async () => {
    expect(await compileTexts(root)).toEqual(await compileTexts(root));
  });

  test.each([1, 2, 3, 4, 5])('whatever the order of the files (shuffle %i)', async (seed) => {
    const shuffled = withOrder((paths) => shuffle(paths, seed));
    expect(await compileTexts(root, shuffled)).toEqual(await compileTexts(root));
  });

  test('in another folder', async () => {
    const files = await readTexts(root);
    const elsewhere = await createProject(files);
    expect(await compileTexts(elsewhere)).toEqual(await compileTexts(root));
  });
});

test('the time zone, the language and the working directory of the process do not show', async () => {
  const machines = [
    { TZ: 'UTC', LANG: 'C', LC_ALL: 'C' },
    { TZ: 'Pacific/Kiritimati', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' },
    { TZ: 'America/St_Johns', LANG: 'de_DE.UTF-8', LC_ALL: 'ar_EG.UTF-8' },
  ];
  const built = await Promise.all(
    machines.map(async (machine, index) => {
      const root = await createProject(await readTexts(join(STORIES, 'every-metadata')));
      const cwd = index === 0 ? root : join(root, 'procedures');
      const env = { PATH: process.env.PATH, ...machine };
      await run(process.execPath, [PROCGEN, '-C', root, 'build'], { cwd, env });
      return readTexts(root);
    }),
  );
  const [first, ...others] = built;
  for (const other of others) expect(other).toEqual(first);
});

test('no generated file holds a path of the machine, a date of today or a version of the package', async () => {
  const { version } = JSON.parse(await readFile(join(REPOSITORY, 'package.json'), 'utf8')) as {
    version: string;
  };
  const root = await createProject(await readTexts(join(STORIES, 'design-example')));
  const texts = (await compileTexts(root)).join('\n');
  expect(texts).not.toContain(root);
  expect(texts).not.toContain(REPOSITORY);
  expect(texts).not.toContain(new Date().toISOString().slice(0, 10));
  expect(texts).not.toContain(version);
});

test('a second build writes no file', async () => {
  const root = await createProject(await readOwnService());
  const build = () =>
    run(process.execPath, [PROCGEN, 'build'], { cwd: root, env: { PATH: process.env.PATH } });
  await build();
  const before = await listTimes(root);
  expect(Object.keys(before)).toContain('generated/client.ts');
  expect(Object.keys(before)).toContain('.procgen/server/index.mjs');
  await build();
  expect(await listTimes(root)).toEqual(before);
});

/** What this repository's own service is made of. */
async function readOwnService(): Promise<Record<string, string>> {
  const procedures = Object.entries(await readTexts(join(REPOSITORY, 'procedures')));
  const config = await readFile(join(REPOSITORY, 'procgen.config.ts'), 'utf8');
  return {
    'procgen.config.ts': config,
    ...Object.fromEntries(procedures.map(([path, text]) => [`procedures/${path}`, text])),
  };
}

/** Every file of a project by its path: what the project was made of, and what a build made of it. */
async function readTexts(root: string): Promise<Record<string, string>> {
  const paths = await listProjectFiles(root);
  return Object.fromEntries(
    await Promise.all(paths.map(async (path) => [path, await readFile(join(root, path), 'utf8')] as const)),
  );
}

/** When each file was last written, in nanoseconds, and what it is on the disk. */
async function listTimes(root: string): Promise<Record<string, string>> {
  const paths = await listProjectFiles(root);
  const times = paths.map(async (path) => {
    const { mtimeNs, ctimeNs, ino } = await stat(join(root, path), { bigint: true });
    return [path, `${mtimeNs} ${ctimeNs} ${ino}`] as const;
  });
  return Object.fromEntries(await Promise.all(times));
}

async function listProjectFiles(root: string): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((path) => !path.split('/').includes('node_modules'))
    .sort();
}
