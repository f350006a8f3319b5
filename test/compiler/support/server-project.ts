import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { hashFile } from '../../../src/build/cache/hash-file.js';
import { guardProcess } from '../../../src/build/guard-process.js';
import { createNodeHost } from '../../../src/cli/node-host.js';
import { bundleServer } from '../../../src/compiler/bundle/bundle-server.js';
import { createServerBundler, type ServerBundler } from '../../../src/compiler/bundle/server-bundler.js';
import { compile } from '../../../src/compiler/compile.js';
import type { Diagnostic } from '../../../src/compiler/diagnostic.js';

const PROCEDURE = `import { procedure } from 'procgen';
import * as z from 'zod';
import { readFileSync } from 'node:fs';
import { answer } from '../answer.js';
import words from '../words.json' with { type: 'json' };
export const get = procedure
  .meta({ openapi: { enabled: true, method: 'GET', path: '/thing', tags: ['demo'], summary: 'Gets it', protect: false } })
  .output(z.object({ n: z.number() }))
  .query(() => answer(readFileSync, words));
`;

/** A project whose server has modules of every kind, packages, and a configuration that is cut. */
export const PROJECT = {
  'package.json': '{ "name": "shop", "type": "module" }',
  'tsconfig.json':
    '{ "compilerOptions": { "strict": true, "useDefineForClassFields": false, "target": "ES2020" } }',
  'procgen.config.ts': `import { defineConfig } from 'procgen';
import { own } from './own-emitter.js';
export default defineConfig({ tags: { demo: 'Demo' }, emitters: [own] });
`,
  'own-emitter.ts': 'export const own = () => [];\n',
  'procedures/thing.ts': PROCEDURE,
  'answer.ts': `import { Counter } from './lib/index.js';
import './noted.js';
export const answer = (..._: unknown[]) => ({ n: new Counter().n });
`,
  'noted.ts': "export {};\nconsole.log('noted');\n",
  'lib/index.ts': `import { here } from './place.js';
import { view } from './view.jsx';
export class Counter { n = here.length + view.length; constructor(readonly start = 1) {} }
`,
  'lib/place.ts': 'export const here = import.meta.url;\n',
  'lib/view.tsx': "export const view = 'seen';\n",
  'words.json': '{ "hello": "Hello" }',
};

/** Puts files into a project; paths relative to it. */
export async function write(root: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
}

export interface BuiltServer {
  readonly code: string;
  /** What it was made of, relative to the project. */
  readonly inputs: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Compiles a project without errors, and bundles its server; writes it. */
export async function buildServer(root: string, bundler?: ServerBundler): Promise<BuiltServer> {
  const host = createNodeHost();
  const own = bundler ?? createServerBundler({ root });
  const compilation = await guardProcess(() => compile(host, { root }));
  expect(compilation.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  const { files, diagnostics } = await bundleServer(host, root, compilation, { bundler: own, hashFile });
  if (!bundler) await own.close();
  const texts = Object.fromEntries(files.map(({ path, text }) => [path, text]));
  await write(root, texts);
  const { inputs = {} } = JSON.parse(texts['.procgen/server/manifest.json'] ?? '{}');
  return { code: texts['.procgen/server/index.mjs'] ?? '', inputs: Object.keys(inputs), diagnostics };
}
