import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { guardProcess } from '../../../src/cli/guard-process.js';
import { compile } from '../../../src/compiler/compile.js';
import type { Host } from '../../../src/compiler/host.js';
import { bundleModules } from '../../../src/compiler/write/bundle-modules.js';
import type { KnownModules } from '../../../src/compiler/write/list-links.js';
import type { BundledModules, ServerEntry } from '../../../src/compiler/write/run-bundler.js';

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

/** What decides of the server of a project without faults, its route table written. */
export async function compileEntry(host: Host, root: string): Promise<ServerEntry> {
  let entry: ServerEntry | undefined;
  const onServer = async (found: ServerEntry) => {
    entry = found;
  };
  const { diagnostics } = await guardProcess(() => compile(host, { root, onServer }));
  expect(diagnostics).toEqual([]);
  await write(root, { [(entry as ServerEntry).routes.path]: (entry as ServerEntry).routes.text });
  return entry as ServerEntry;
}

/** Without what tells how it was made. */
export function pick({ code, sourceMap, inputs, links }: BundledModules): BundledModules {
  return { code, sourceMap, inputs: [...inputs].sort(), links };
}

export async function bundle(host: Host, root: string, entry: ServerEntry, known?: KnownModules) {
  return pick(await bundleModules(host, root, { ...entry, known }).modules);
}
