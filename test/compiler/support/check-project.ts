import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { COMPILERS, NODE_MODULES, runCompiler, STRICT } from './run-compiler.js';

const OPTIONS = {
  ...STRICT,
  lib: ['es2022', 'dom', 'dom.iterable'],
  module: 'nodenext',
  types: ['node'],
  typeRoots: [join(NODE_MODULES, '@types')],
  skipLibCheck: true,
};

/** What `tsc` of `version` says about the projects in `folders`, where they stand, under every strict flag it knows. */
export function checkProject(
  folders: readonly URL[],
  version: keyof typeof COMPILERS,
  more: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const { flags } = COMPILERS[version];
  // What an author writes is not printed as declarations, so that its types need not be spelled out.
  const known = 'erasableSyntaxOnly' in flags ? { erasableSyntaxOnly: true } : {};
  const configuration = {
    compilerOptions: { ...OPTIONS, ...known, ...more },
    include: folders.map((folder) => `${fileURLToPath(folder)}**/*.ts`),
  };
  return runCompiler(version, { 'tsconfig.json': JSON.stringify(configuration) });
}
