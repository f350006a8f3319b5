import { cp, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { spawnProcgen } from '../spawn-procgen.js';
import { CONFIG, createFolder, createProject, PING } from '../temporary-project.js';
import { build, CACHE, hasCompiled, CACHED_PROJECT as PROJECT, recordOf } from './cached-project.js';

/** Has every thread of a process say which CommonJS it loads. */
async function spyOnLoading() {
  const spy = await createFolder({
    'spy.cjs': `const { _extensions: extensions } = require('node:module');
const load = extensions['.js'];
extensions['.js'] = (module, file) => {
  require('node:fs').writeSync(2, 'loaded: ' + file + '\\n');
  return load(module, file);
};`,
  });
  return { NODE_OPTIONS: `--require ${spy}/spy.cjs` };
}

test('TypeScript is loaded by a build of a file that does not parse, and by no other.', async () => {
  const env = await spyOnLoading();
  const root = await createProject(PROJECT);
  const good = await spawnProcgen(root, 'build', env).end;
  expect(good.exitCode).toBe(0);
  expect(good.err).toMatch(/loaded: .*oxc-resolver/);
  expect(good.err).not.toMatch(/typescript\.js|ts-morph/);
  await writeFile(join(root, 'procedures/demo.ts'), PING.replace("'/ping'", "'ping'"));
  const refused = await spawnProcgen(root, 'build', env).end;
  expect(refused.exitCode).toBe(1);
  expect(refused.err).not.toMatch(/typescript\.js|ts-morph/);
  await writeFile(join(root, 'procedures/demo.ts'), `${PING}const {`);
  const broken = await spawnProcgen(root, 'build', env).end;
  expect(broken.err).toMatch(/loaded: .*ts-morph/);
});

describe('The cache of builds', () => {
  test('spares an unchanged project the compiler: neither oxc nor esbuild nor zod is loaded.', async () => {
    const env = await spyOnLoading();
    const root = await createProject(PROJECT);
    const first = await spawnProcgen(root, 'build', env).end;
    expect(first.err).toMatch(/loaded: .*esbuild/);
    for (const line of ['build', 'build --check']) {
      const { err, exitCode } = await spawnProcgen(root, line, env).end;
      expect(exitCode).toBe(0);
      expect(err).toMatch(/loaded: .*commander/);
      expect(err).not.toMatch(/typescript|ts-morph|oxc-|esbuild|zod|handlebars/);
    }
  });

  test('is left alone by a project that has not changed, and by one that was moved or touched only.', async () => {
    const root = await createProject(PROJECT);
    await build(root);
    expect(await hasCompiled(root)).toBe(false);
    await writeFile(join(root, 'app.ts'), PROJECT['app.ts']);
    await writeFile(join(root, 'unrelated.ts'), 'export {};');
    expect(await hasCompiled(root)).toBe(false);
    const moved = await createFolder();
    await cp(root, moved, { recursive: true, verbatimSymlinks: true });
    expect(await hasCompiled(moved)).toBe(false);
  });

  test('is not used where schemas read what they like.', async () => {
    const root = await createProject({
      ...PROJECT,
      'title.txt': 'One',
      'procgen.config.ts': `import { readFileSync } from 'node:fs';
import { defineConfig } from 'procgen';
export default defineConfig({ tags: { demo: 'Demo' }, info: { title: readFileSync(new URL('title.txt', import.meta.url), 'utf8') } });`,
    });
    await build(root);
    await writeFile(join(root, 'title.txt'), 'Two');
    // A process imports the same text once only.
    await spawnProcgen(root, 'build').end;
    expect(await readFile(join(root, 'generated/openapi.json'), 'utf8')).toContain('"title": "Two"');
  });

  test('is not used for schemas that are others each time.', async () => {
    const root = await createProject({
      ...PROJECT,
      'procedures/_pong.ts':
        "import * as z from 'zod';\nexport const Pong = z.object({ pong: z.boolean() }).describe(crypto.randomUUID());",
    });
    const read = () => readFile(join(root, 'generated/openapi.json'), 'utf8');
    expect((await build(root)).err).toContain('warning[unstable-schema]');
    const first = await read();
    expect((await build(root)).exitCode).toBe(0);
    expect(await read()).not.toBe(first);
  });

  test('is made again when it is damaged, whatever way.', async () => {
    const root = await createProject(PROJECT);
    await build(root);
    const file = await recordOf(root);
    const whole = await readFile(file, 'utf8');
    for (const damaged of [
      '',
      whole.slice(0, -20),
      whole.replace('"version":2', '"version":1'),
      '{}',
      '\n',
      `${whole} `,
    ]) {
      await writeFile(file, damaged);
      expect((await build(root)).exitCode).toBe(0);
      expect(await readFile(file, 'utf8')).toBe(whole);
    }
    await rm(join(root, CACHE), { recursive: true });
    await writeFile(join(root, CACHE), 'a file where the folder should be');
    expect((await build(root)).exitCode).toBe(0);
  });

  test('takes over what the last build decided, unless that is damaged: the files are the same.', async () => {
    const more = (word: string) =>
      `import { Pong } from './_pong.js';\n${PING.replace("'/ping'", `'/${word}'`).replace('z.object({ pong: z.boolean() })', 'Pong')}`;
    const root = await createProject({ ...PROJECT, 'procedures/more.ts': more('one') });
    await build(root);
    const kept = (await recordOf(root)).replace('build.json', 'parsed.json');
    const outputs = ['openapi.json', 'client.ts', 'routes.ts'].map((name) => `generated/${name}`);
    const readOutputs = () =>
      Promise.all(
        [...outputs, '.procgen/server/index.mjs'].map((path) => readFile(join(root, path), 'utf8')),
      );
    const damages: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
      two: (bytes) => bytes,
      three: (bytes) => bytes.subarray(0, -7),
      four: (bytes) => Buffer.from(bytes.map((byte, index) => (index === 400 ? byte ^ 1 : byte))),
      five: () => Buffer.from(''),
    };
    for (const [word, damage] of Object.entries(damages)) {
      for (const name of [kept, kept.replace('parsed.json', 'routes.json')]) {
        await writeFile(name, damage(await readFile(name)));
      }
      await writeFile(join(root, 'procedures/more.ts'), more(word));
      expect((await build(root)).exitCode).toBe(0);
      const found = await readOutputs();
      expect(found[0]).toContain(`"/${word}"`);
      await rm(join(root, CACHE), { recursive: true });
      await build(root);
      expect(await readOutputs()).toEqual(found);
    }
  });

  test('tells nothing of a configuration or an output folder that is another one.', async () => {
    const root = await createProject({
      ...PROJECT,
      'other.config.ts': CONFIG.replace('tags:', "out: 'api', tags:"),
    });
    await build(root);
    await build(root, 'build --config other.config.ts');
    expect(await readdir(join(root, 'api'))).toEqual(['client.ts', 'openapi.json', 'routes.ts']);
    expect((await readdir(join(root, CACHE))).length).toBe(2);
  });

  test('is that of one checkout only where two of them share node_modules by a link.', async () => {
    const root = await createProject(PROJECT);
    const other = await createFolder({ ...PROJECT, 'package.json': '{ "name": "shop", "type": "module" }' });
    await symlink(join(root, 'node_modules'), join(other, 'node_modules'));
    await build(root);
    await writeFile(join(other, 'procedures/demo.ts'), PING.replace("'/ping'", "'/pong'"));
    for (const each of [other, root, other]) expect((await build(each)).err).not.toContain('note:');
    expect((await build(root, 'build --check')).exitCode).toBe(0);
  });

  test('stands in .procgen for a project that is in no package.', async () => {
    const root = await createProject(PROJECT);
    await rm(join(root, 'package.json'));
    await build(root);
    expect(await readdir(join(root, '.procgen'))).toContain('cache');
    await mkdir(join(root, 'elsewhere'));
    expect((await build(join(root, 'elsewhere'), `build -C ${root}`)).err).toContain('3 files up to date');
  });
});
