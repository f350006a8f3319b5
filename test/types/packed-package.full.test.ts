import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, test } from 'vitest';
import { COMPILERS } from '../compiler/support/run-compiler.js';
import { expectDeclarations, WAYS } from './support/compile-packed.js';
import { installPackage } from './support/install-package.js';

let root: string;

beforeAll(async () => {
  root = await installPackage();
});
afterAll(() => rm(root, { recursive: true, force: true }));

const VERSIONS = Object.keys(COMPILERS) as (keyof typeof COMPILERS)[];
const WAY_NAMES = Object.keys(WAYS) as (keyof typeof WAYS)[];
const CASES = VERSIONS.flatMap((version) => WAY_NAMES.map((way) => [version, way] as const));

test.each(CASES)(
  'with TypeScript %s the service of the docs compiles against the packed package under %s',
  { timeout: 120_000 },
  (version, way) => expectDeclarations(root, version, way),
);
