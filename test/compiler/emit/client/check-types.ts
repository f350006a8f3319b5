import { join } from 'node:path';
import { COMPILERS, NODE_MODULES, runCompiler, STRICT } from '../../support/run-compiler.js';

/** Where the platform's types come from: the DOM library, or `@types/node` without it. */
export const PLATFORMS = {
  dom: { lib: ['es2022', 'dom', 'dom.iterable'], types: [] },
  node: { lib: ['es2022'], types: ['node'], typeRoots: [join(NODE_MODULES, '@types')] },
} as const;

/** What `tsc` of `version` says about `files` (name to text) under every strict flag it knows: nothing when all is well. */
export function checkTypes(
  files: Readonly<Record<string, string>>,
  version: keyof typeof COMPILERS,
  platform: keyof typeof PLATFORMS,
  module: 'nodenext' | 'bundler' = 'nodenext',
  more: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const { flags } = COMPILERS[version];
  const resolution = module === 'nodenext' ? { module } : { module: 'esnext', moduleResolution: module };
  const compilerOptions = {
    ...STRICT,
    declaration: true,
    ...flags,
    ...PLATFORMS[platform],
    ...resolution,
    ...more,
  };
  return runCompiler(version, {
    'package.json': '{"type":"module"}',
    'tsconfig.json': JSON.stringify({ compilerOptions }),
    ...files,
  });
}
