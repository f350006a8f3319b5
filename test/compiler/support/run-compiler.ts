import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const NODE_MODULES = fileURLToPath(new URL('../../../node_modules', import.meta.url));

const NEWER_FLAGS = { erasableSyntaxOnly: true, isolatedDeclarations: true } as const;

/**
 * The compilers that generated code must satisfy, by version: where each stands, the strict flags it knows, and the arguments
 * it runs with. TypeScript 7 checks with four threads that share no types, which costs more than it saves for small projects.
 */
export const COMPILERS = {
  '5.4': { bin: 'typescript-5.4/bin/tsc', flags: {}, arguments: [] },
  '5.9': { bin: 'typescript-5.9/bin/tsc', flags: NEWER_FLAGS, arguments: [] },
  '6.0': { bin: 'typescript-6.0/bin/tsc', flags: NEWER_FLAGS, arguments: [] },
  '7': { bin: 'typescript/bin/tsc', flags: NEWER_FLAGS, arguments: ['--singleThreaded'] },
} as const;

export const STRICT = {
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
  noEmit: true,
  target: 'es2022',
  // The declarations of the platform and of packages are half of the work, and not ours to check.
  skipLibCheck: true,
};

/** What `tsc` of `version` says about `files` (name to text, a tsconfig.json among them) in a folder of their own: nothing when all is well. */
export async function runCompiler(
  version: keyof typeof COMPILERS,
  files: Readonly<Record<string, string>>,
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'procgen-types-'));
  try {
    for (const [name, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), text);
    }
    const { bin, arguments: more } = COMPILERS[version];
    const arguments_ = [join(NODE_MODULES, bin), '-p', folder, ...more];
    return await new Promise((resolve) => {
      execFile(process.execPath, arguments_, (error, stdout, stderr) =>
        resolve(error ? `${stdout}${stderr}` || String(error) : stdout),
      );
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}
