import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { COMPILERS, NODE_MODULES, STRICT } from '../../compiler/support/run-compiler.js';
import { runCommand } from '../../readme/support/start-command.js';

/** The ways in which a project prints declarations, by how it resolves modules. */
export const WAYS = {
  'declaration and nodenext': { declaration: true, module: 'nodenext' },
  'composite and bundler': { composite: true, module: 'esnext', moduleResolution: 'bundler' },
};

/** Compiles the project of `installPackage`, and expects of `tsc` not a word, and declarations that name the package alone. */
export async function expectDeclarations(
  root: string,
  version: keyof typeof COMPILERS,
  way: keyof typeof WAYS,
): Promise<void> {
  const out = `types/${version}/${way.replaceAll(' ', '-')}`;
  const compilerOptions = {
    ...STRICT,
    noEmit: false,
    ...WAYS[way],
    lib: ['es2022', 'dom', 'dom.iterable'],
    types: ['node'],
    emitDeclarationOnly: true,
    rootDir: root,
    outDir: join(root, out),
  };
  const config = `tsconfig.${out.replaceAll('/', '.')}.json`;
  const include = ['procedures', 'app', 'emitters', 'consumer', 'generated', 'authoring', '*.config.ts'];
  await writeFile(join(root, config), JSON.stringify({ compilerOptions, include }));
  const { bin, arguments: more } = COMPILERS[version];
  const tsc = [process.execPath, join(NODE_MODULES, bin), '-p', config, ...more];
  expect(await runCommand(tsc, { cwd: root })).toEqual({ exitCode: 0, out: '', err: '' });
  const printed = await readFile(join(root, out, 'procedures/items.d.ts'), 'utf8');
  expect(printed).toMatch(/import\("procgen"\)\.Procedure<\{/);
  expect(printed).not.toMatch(/procgen\/dist|node_modules|: any\b/);
}
