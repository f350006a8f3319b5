import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from '../../../src/cli/run.js';
import { FakeIo } from '../fake-io.js';
import { PING } from '../temporary-project.js';

export const CACHE = 'node_modules/.cache/procgen';
/** A project that reads every kind of file a build may depend on. */
export const CACHED_PROJECT = {
  'procgen.config.ts': `import { defineConfig } from 'procgen';
import { SITE } from './settings.js';
export default defineConfig({ tags: { demo: 'Demo' }, baseUrl: process.env.SHOP_URL ?? SITE });`,
  'settings.ts': "export const SITE = 'https://one.example';",
  'procedures/demo.ts': PING.replace('z.object({ pong: z.boolean() })', 'Pong')
    .replace('() => ({ pong: true })', '() => ({ pong: word() })')
    .concat("import { Pong } from './_pong.js';\nimport { word } from '../app.js';\n"),
  'procedures/_pong.ts': "import * as z from 'zod';\nexport const Pong = z.object({ pong: z.boolean() });",
  'procedures/_locales/en.json': '{ "hello": "Hello" }',
  'app.ts': 'export const word = () => true;',
  'tsconfig.json': '{}',
};

export async function build(cwd: string, line = 'build') {
  const io = new FakeIo(cwd);
  return { exitCode: await run(line.split(' '), io), err: io.err };
}

/** Builds once more, and says whether it compiled: every compilation without errors is recorded. */
export async function hasCompiled(root: string): Promise<boolean> {
  const mark = async () => (await stat(await recordOf(root), { bigint: true })).mtimeNs;
  const before = await mark();
  const { exitCode } = await build(root);
  return exitCode !== 0 || (await mark()) !== before;
}

/** The one record of the project's builds. */
export async function recordOf(root: string): Promise<string> {
  const [place = ''] = await readdir(join(root, CACHE));
  return join(root, CACHE, place, 'build.json');
}
