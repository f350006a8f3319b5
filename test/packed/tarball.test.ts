import { readFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { readPages } from '../docs/support/read-pages.js';
import { REPOSITORY } from '../readme/support/readme.js';
import { runCommand } from '../readme/support/start-command.js';

describe('the packed package', () => {
  let files: readonly string[];
  let unpackedBytes: number;

  beforeAll(async () => {
    const command = ['npm', 'pack', '--dry-run', '--json', '--ignore-scripts'];
    const { exitCode, out, err } = await runCommand(command, { cwd: REPOSITORY });
    expect(exitCode, err).toBe(0);
    const [pack] = JSON.parse(out) as [{ files: { path: string }[]; unpackedSize: number }];
    files = pack.files.map(({ path }) => path);
    unpackedBytes = pack.unpackedSize;
  });

  const pages = readPages().map(({ name }) => join('docs', `${name}.md`));
  it.each([...pages, 'SECURITY.md', 'llms.txt', 'test/bench/README.md', 'templates/README.md'])(
    'has everything that its %s links to by a relative path',
    async (file) => {
      const text = await readFile(join(REPOSITORY, file), 'utf8');
      const links = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)[^)]*\)/g)].map(([, link = '']) => link);
      const targets = links.map((link) => normalize(join(dirname(file), link)));
      const lost = targets.filter(
        (target) => !files.some((path) => path === target || path.startsWith(`${target}/`)),
      );
      expect(lost).toEqual([]);
      if (file === 'README.md') expect(targets.length).toBeGreaterThan(5);
    },
  );

  it('has no source map, no test and no module of procgen but the bundles', () => {
    expect(files.filter((path) => /\.map$|^test\/.*\.test\.ts$/.test(path))).toEqual([]);
    const modules = files.filter(
      (path) => /^dist\/.*\.[cm]?js$/.test(path) && !path.startsWith('dist/bundled/'),
    );
    expect(modules.sort()).toEqual([
      'dist/cli/builder/build-worker.js',
      'dist/cli/commander.cjs',
      'dist/cli/main.js',
      'dist/index.js',
      'dist/runtime/index.js',
      'dist/testing/index.js',
    ]);
  });

  it('declares no types but what its entry points reach, which name no package that is not installed with it', async () => {
    const declarations = files.filter((path) => path.endsWith('.d.ts'));
    expect(declarations.length).toBeLessThan(125);
    const packages = new Set<string>();
    for (const path of declarations) {
      const text = await readFile(join(REPOSITORY, path), 'utf8');
      for (const [, name = ''] of text.matchAll(/(?:from|import\()\s*['"]([^.'"][^'"]*)['"]/g))
        packages.add(name);
    }
    expect([...packages].filter((name) => !name.startsWith('node:'))).toEqual(['zod']);
  });

  it('has no script that npm would run, or warn of, where it is installed', async () => {
    const { scripts } = JSON.parse(await readFile(join(REPOSITORY, 'package.json'), 'utf8'));
    const run = ['preinstall', 'install', 'postinstall', 'preprepare', 'prepare', 'postprepare'];
    expect(Object.keys(scripts).filter((name) => run.includes(name))).toEqual([]);
    expect(unpackedBytes).toBeLessThan(4_000_000);
  });
});
