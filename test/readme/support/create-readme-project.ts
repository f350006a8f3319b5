import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { REPOSITORY } from './readme.js';

/** What a snippet may import, by where this repository has it installed; the package itself is the repository. */
const PACKAGES = ['zod', 'koa', '@types/koa', '@types/node', 'vitest'];

/** The flags under which a careful reader pastes a snippet. */
export const TSCONFIG = {
  compilerOptions: {
    target: 'es2022',
    module: 'nodenext',
    moduleResolution: 'nodenext',
    types: ['node'],
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noImplicitOverride: true,
    noFallthroughCasesInSwitch: true,
    noUnusedLocals: true,
    noUnusedParameters: true,
    isolatedModules: true,
    verbatimModuleSyntax: true,
    erasableSyntaxOnly: true,
    rootDir: '.',
    outDir: 'js',
  },
  include: ['**/*.ts'],
  exclude: ['node_modules', 'js', '.procgen'],
};

/** Has in `node_modules` of a project what a snippet may import, as links into this repository, and the commands. */
export async function linkPackages(root: string): Promise<void> {
  const modules = join(root, 'node_modules');
  await mkdir(join(modules, '.bin'), { recursive: true });
  await mkdir(join(modules, '@types'));
  await symlink(REPOSITORY, join(modules, 'procgen'));
  for (const name of PACKAGES) await symlink(join(REPOSITORY, 'node_modules', name), join(modules, name));
  // npm makes a package's commands executable when it installs them, which a link to a checkout would not.
  const shim = `#!/bin/sh\nexec node '${join(REPOSITORY, 'bin/procgen.js')}' "$@"\n`;
  await writeFile(join(modules, '.bin/procgen'), shim, { mode: 0o755 });
}

export async function writeFiles(root: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
}
