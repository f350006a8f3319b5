import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const NODE_MODULES = fileURLToPath(new URL('../../../../node_modules', import.meta.url));

/** The compilers that generated code must satisfy, by version: where each stands, and the strict flags it knows. */
export const COMPILERS = {
  '5.4': { bin: 'typescript-5.4/bin/tsc', flags: {} },
  '5.9': { bin: 'typescript-5.9/bin/tsc', flags: { erasableSyntaxOnly: true, isolatedDeclarations: true } },
  '6.0': { bin: 'typescript-6.0/bin/tsc', flags: { erasableSyntaxOnly: true, isolatedDeclarations: true } },
  '7': { bin: 'typescript/bin/tsc', flags: { erasableSyntaxOnly: true, isolatedDeclarations: true } },
} as const;

/** The oldest and the newest: what one of them takes, those in between take, as a longer test shows. */
export const OUTER_VERSIONS = ['5.4', '7'] as const satisfies readonly (keyof typeof COMPILERS)[];

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
  declaration: true,
  noEmit: true,
  target: 'es2022',
};

/** Where the platform's types come from: the DOM library, or `@types/node` without it. */
export const PLATFORMS = {
  dom: { lib: ['es2022', 'dom', 'dom.iterable'], types: [] },
  node: { lib: ['es2022'], types: ['node'], typeRoots: [join(NODE_MODULES, '@types')] },
} as const;

/** What `tsc` of `version` says about `files` (name to text) under every strict flag it knows: nothing when all is well. */
export async function checkTypes(
  files: Readonly<Record<string, string>>,
  version: keyof typeof COMPILERS,
  platform: keyof typeof PLATFORMS,
  module: 'nodenext' | 'bundler' = 'nodenext',
  more: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'procgen-types-'));
  try {
    const { bin, flags } = COMPILERS[version];
    const resolution = module === 'nodenext' ? { module } : { module: 'esnext', moduleResolution: module };
    const compilerOptions = { ...STRICT, ...flags, ...PLATFORMS[platform], ...resolution, ...more };
    const all = {
      'package.json': '{"type":"module"}',
      'tsconfig.json': JSON.stringify({ compilerOptions }),
      ...files,
    };
    for (const [name, text] of Object.entries(all)) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), text);
    }
    return await new Promise((resolve) => {
      execFile(process.execPath, [join(NODE_MODULES, bin), '-p', folder], (error, stdout, stderr) =>
        resolve(error ? `${stdout}${stderr}` || String(error) : stdout),
      );
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}
