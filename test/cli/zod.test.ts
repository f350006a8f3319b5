import { cp, mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { spawnInstalled } from './spawn-procgen.js';
import { CONFIG, createProject, PING, REPOSITORY } from './temporary-project.js';

/** A project with a procgen of its own, as npm installs it, and the zod of this text; without zod where there is none. */
async function install(zod: { version: string; module: string } | null): Promise<string> {
  const root = await createProject({ 'procgen.config.ts': CONFIG, 'procedures/demo.ts': PING });
  const modules = join(root, 'node_modules');
  for (const name of ['procgen', 'zod']) await rm(join(modules, name));
  for (const name of ['bin', 'dist', 'package.json', 'templates', 'src/client'])
    await cp(join(REPOSITORY, name), join(modules, 'procgen', name), { recursive: true });
  for (const name of await readdir(join(REPOSITORY, 'node_modules')))
    if (name !== 'zod' && !name.startsWith('.'))
      await symlink(join(REPOSITORY, 'node_modules', name), join(modules, name));
  if (!zod) return root;
  await mkdir(join(modules, 'zod'));
  const manifest = {
    name: 'zod',
    version: zod.version,
    type: 'module',
    exports: { '.': './index.js', './package.json': './package.json' },
  };
  await writeFile(join(modules, 'zod/package.json'), JSON.stringify(manifest));
  await writeFile(join(modules, 'zod/index.js'), zod.module);
  return root;
}

/** As far as zod 3 and 4 differ at their first word. */
const ZOD_3 = { version: '3.25.76', module: 'export const string = () => ({});' };

const CASES = [
  {
    what: 'without zod',
    zod: null,
    told: /^error: procgen needs the package zod, which is not installed\.\n/,
  },
  {
    what: 'with zod 3',
    zod: ZOD_3,
    told: /^error: procgen needs zod \^4\.1\.0, but .*node_modules\/zod has zod 3\.25\.76\.\n/,
  },
];

test.each(CASES)(
  'A project $what hears from the commands that zod is what is wrong, and how to install it.',
  async ({ zod, told }) => {
    const root = await install(zod);
    for (const line of ['build', 'build --watch', 'serve --port 0', 'routes', 'keys create']) {
      const { exitCode, err } = await spawnInstalled(root, line).end;
      expect(err, line).toMatch(told);
      expect(err, line).toContain('help: Run "npm install zod@^4.1.0".\n');
      expect(exitCode, line).toBe(2);
    }
    // The doctor examines the rest as well.
    const { exitCode, err } = await spawnInstalled(root, 'doctor').end;
    expect(err).toMatch(/^error +zod +zod .*\n +help: Run "npm install zod@\^4\.1\.0"\.$/m);
    expect(err).toMatch(/^ok +write-access /m);
    expect(exitCode).toBe(1);
  },
);
