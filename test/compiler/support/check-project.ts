import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { COMPILERS } from '../emit/client/check-types.js';

const NODE_MODULES = fileURLToPath(new URL('../../../node_modules', import.meta.url));

const STRICT = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  noImplicitOverride: true,
  noImplicitReturns: true,
  noFallthroughCasesInSwitch: true,
  noPropertyAccessFromIndexSignature: true,
  isolatedModules: true,
  verbatimModuleSyntax: true,
  target: 'es2022',
  lib: ['es2022', 'dom', 'dom.iterable'],
  module: 'nodenext',
  types: ['node'],
  typeRoots: [join(NODE_MODULES, '@types')],
  skipLibCheck: true,
  noEmit: true,
};

/** What `tsc` of `version` says about the projects in `folders`, where they stand, under every strict flag it knows. */
export async function checkProject(
  folders: readonly URL[],
  version: keyof typeof COMPILERS,
  more: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const { bin, flags } = COMPILERS[version];
  // What an author writes is not printed as declarations, so that its types need not be spelled out.
  const known = 'erasableSyntaxOnly' in flags ? { erasableSyntaxOnly: true } : {};
  const configuration = {
    compilerOptions: { ...STRICT, ...known, ...more },
    include: folders.map((folder) => `${fileURLToPath(folder)}**/*.ts`),
  };
  const folder = await mkdtemp(join(tmpdir(), 'procgen-types-'));
  try {
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(configuration));
    return await new Promise((resolve) => {
      execFile(process.execPath, [join(NODE_MODULES, bin), '-p', folder], (error, stdout, stderr) =>
        resolve(error ? `${stdout}${stderr}` || String(error) : stdout),
      );
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}
