import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { COMPILERS, NODE_MODULES, runCompiler, STRICT } from './run-compiler.js';

const OPTIONS = {
  ...STRICT,
  lib: ['es2022', 'dom', 'dom.iterable'],
  module: 'nodenext',
  types: ['node'],
  typeRoots: [join(NODE_MODULES, '@types')],
};

/**
 * What `tsc` of `version` says about the projects in `folders`, where they stand, under every strict flag it knows. In the place
 * of their expected clients, which hold no runtime, it reads `files` (name to text).
 */
export function checkProject(
  folders: readonly URL[],
  version: keyof typeof COMPILERS,
  more: Readonly<Record<string, unknown>> = {},
  files: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { flags } = COMPILERS[version];
  // What an author writes is not printed as declarations, so that its types need not be spelled out.
  const known = 'erasableSyntaxOnly' in flags ? { erasableSyntaxOnly: true } : {};
  const paths = folders.map((folder) => fileURLToPath(folder));
  const configuration = {
    compilerOptions: { ...OPTIONS, ...known, ...more },
    include: ['.', ...paths.map((path) => `${path}**/*.ts`)],
    exclude: paths.map((path) => `${path}expected/client.ts`),
  };
  return runCompiler(version, {
    'package.json': '{"type":"module"}',
    'tsconfig.json': JSON.stringify(configuration),
    ...files,
  });
}
