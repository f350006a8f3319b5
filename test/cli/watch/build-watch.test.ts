import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { type Running, spawnProcgen } from '../spawn-procgen.js';
import { CONFIG, createProject, PING } from '../temporary-project.js';

const GOOD = {
  'procgen.config.ts': CONFIG,
  'procedures/demo.ts': `import { Pong } from '../schemas/pong.js';\n${PING.replace('z.object({ pong: z.boolean() })', 'Pong')}`,
  'schemas/pong.ts': "import * as z from 'zod';\nexport const Pong = z.object({ pong: z.boolean() });\n",
};

/** Waits for the next line that says of a build what `pattern` does: several changes are one build or more. */
function readingLines(watch: Running) {
  let read = 0;
  return async (pattern: RegExp) => {
    const next = (text: string) => {
      const lines = [...text.matchAll(/^(?:rebuilt in|\d+ errors? in) .*$/gm)];
      const index = lines.findIndex(([line], at) => at >= read && pattern.test(line));
      if (index !== -1) read = index + 1;
      return lines[index] ?? null;
    };
    await watch.seen({ exec: next } as unknown as RegExp);
  };
}

/** Which file it was is not told where the change was found by looking, and not by an event. */
function rebuilt(path: string, files: string): RegExp {
  return new RegExp(`^rebuilt in [\\d.]+ m?s: (?:${path}; )?${files}$`);
}

/** Where the events of a change come late, it was found by looking, and they count among the causes of the next rebuild. */
const ANY = '[^;]+';

test('build --watch builds again after every kind of change, reports each error again, and ends with 0.', async () => {
  const root = await createProject(GOOD);
  const write = (path: string, text: string) => writeFile(join(root, path), text);
  const description = () => readFile(join(root, 'generated/openapi.json'), 'utf8');
  const watch = spawnProcgen(root, 'build --watch');
  await watch.seen(
    /^generated 3 files from 1 procedure in .*\nwatching for changes; press Ctrl-C to stop\n/m,
  );
  const next = readingLines(watch);

  await write('schemas/pong.ts', GOOD['schemas/pong.ts'].replace('pong:', 'pang:'));
  await next(rebuilt('schemas/pong\\.ts', '2 generated files changed'));
  expect(await description()).toContain('"pang"');

  await write('procedures/demo.ts', 'export const 7;');
  await next(/^\d errors? in 1 file; the files of the last successful build are kept\.$/);
  await watch.seen(/^error\[syntax-error\]: .*\n {2}--> procedures\/demo\.ts:1:/m);
  expect(await description()).toContain('"pang"');
  await write('schemas/pong.ts', GOOD['schemas/pong.ts']);
  await next(/^\d errors? in 1 file; the files of the last successful build are kept\.$/);

  // As editors save: a new file in the place of the old one.
  await write('procedures/.demo.ts.swap', GOOD['procedures/demo.ts'].replace("'/ping'", "'/pings'"));
  await rename(join(root, 'procedures/.demo.ts.swap'), join(root, 'procedures/demo.ts'));
  await next(rebuilt('procedures/demo\\.ts', '3 generated files changed'));

  await mkdir(join(root, 'procedures/deep/er'), { recursive: true });
  await write('procedures/deep/er/more.ts', PING.replace("'/ping'", "'/more'"));
  await next(rebuilt(ANY, '3 generated files changed'));
  expect(await description()).toContain('"/more"');
  await rename(join(root, 'procedures/deep/er/more.ts'), join(root, 'procedures/deep/er/less.ts'));
  await next(rebuilt(ANY, '3 generated files changed'));
  await expect.poll(description).toContain('"deep.er.less.ping"');
  await rm(join(root, 'procedures/deep'), { recursive: true });
  await next(rebuilt(ANY, '3 generated files changed'));

  await write('procgen.config.ts', CONFIG.replace("'Demo'", "'Demonstration'"));
  await next(rebuilt(ANY, '1 generated file changed'));
  await write('procgen.config.ts', 'export default 7;');
  await next(/^\d errors? in 1 file; the files of the last successful build are kept\.$/);
  await write('procgen.config.ts', CONFIG);
  await next(rebuilt(ANY, '1 generated file changed'));

  await mkdir(join(root, 'procedures/_locales'));
  await write('procedures/_locales/en.json', '{ "hello": "Hello" }');
  await next(rebuilt(ANY, '1 generated file changed'));

  watch.signal('SIGINT');
  expect(await watch.end).toMatchObject({ exitCode: 0, out: '' });
});

test('build --watch starts with errors too, and waits until they are fixed.', async () => {
  const root = await createProject({ ...GOOD, 'procgen.config.ts': 'export default 7;' });
  const watch = spawnProcgen(root, 'build --watch');
  await watch.seen(
    /^error\[invalid-config\][\s\S]*^1 error in 1 file; the files of the last successful build are kept\.\nwatching/m,
  );
  await writeFile(join(root, 'procgen.config.ts'), CONFIG);
  await watch.seen(/^rebuilt in .*: procgen\.config\.ts; 3 generated files changed$/m);
  watch.signal('SIGTERM');
  expect((await watch.end).exitCode).toBe(0);
});

test('build --watch builds again when a file appears that a schema imports.', async () => {
  const root = await createProject({ ...GOOD, 'schemas/pong.ts': '', 'schemas/ping.ts': '' });
  await rm(join(root, 'schemas/pong.ts'));
  const watch = spawnProcgen(root, 'build --watch');
  await watch.seen(/^error\[failing-import\]: .* Cannot find "\.\.\/schemas\/pong\.js"\.$/m);
  await watch.seen(/^watching for changes/m);
  await writeFile(join(root, 'schemas/pong.ts'), GOOD['schemas/pong.ts']);
  await watch.seen(/^rebuilt in .* 3 generated files changed$/m);
  watch.signal('SIGINT');
  expect((await watch.end).exitCode).toBe(0);
});

test('build --watch goes on with a folder that went away and came back, as when branches change.', async () => {
  const root = await createProject(GOOD);
  const [here, away] = [join(root, 'schemas'), join(root, 'schemas-of-another-branch')];
  const watch = spawnProcgen(root, 'build --watch');
  await watch.seen(/^watching for changes/m);
  await rename(here, away);
  await watch.seen(/^error\[failing-import\]: .* Cannot find "\.\.\/schemas\/pong\.js"\.$/m);
  // Longer than it is looked for what was missed.
  await sleep(600);
  await rename(away, here);
  await watch.seen(/^rebuilt in .*; generated files unchanged$/m);
  await writeFile(join(here, 'pong.ts'), GOOD['schemas/pong.ts'].replace('pong:', 'pang:'));
  await watch.seen(/^rebuilt in .* 2 generated files changed$/m);
  watch.signal('SIGINT');
  expect((await watch.end).exitCode).toBe(0);
});

test.each(['build --watch --check', 'build --watch --json', 'serve --watch --mode production'])(
  '%s is refused.',
  async (line) => {
    const { exitCode, out, err } = await spawnProcgen(await createProject(GOOD), line).end;
    expect({ exitCode, out }).toEqual({ exitCode: 2, out: '' });
    expect(err).toMatch(/^error: --watch /);
  },
);

test('build --watch sees changes of a project that stands in a folder named as those of tools are', async () => {
  const root = await createProject(
    Object.fromEntries(Object.entries(GOOD).map(([path, text]) => [`.procgen/${path}`, text])),
  );
  const watch = spawnProcgen(join(root, '.procgen'), 'build --watch');
  await watch.seen(/^watching for changes/m);
  await writeFile(join(root, '.procgen/schemas/pong.ts'), GOOD['schemas/pong.ts'].replace('pong:', 'pang:'));
  await readingLines(watch)(rebuilt('schemas/pong\\.ts', '2 generated files changed'));
  await writeFile(
    join(root, '.procgen/procedures/demo.ts'),
    GOOD['procedures/demo.ts'].replace("'/ping'", "'/pings'"),
  );
  await readingLines(watch)(rebuilt('procedures/demo\\.ts', '3 generated files changed'));
  watch.signal('SIGINT');
  expect((await watch.end).exitCode).toBe(0);
});

test('the server follows a rebuild that has been told, also where the watch ends right after it.', async () => {
  const root = await createProject({
    ...GOOD,
    'procedures/demo.ts': `import { word } from '../word.js';\n${PING.replace('pong: true', 'pong: word()')}`,
    'word.ts': 'export const word = () => true;\n',
  });
  const write = (path: string, text: string) => writeFile(join(root, path), text);
  const server = () => readFile(join(root, '.procgen/server/index.mjs'), 'utf8');
  const watch = spawnProcgen(root, 'build --watch');
  await watch.seen(/^watching /m);
  const next = readingLines(watch);
  for (const summary of ['One', 'Two', 'Three']) {
    const text = await readFile(join(root, 'procedures/demo.ts'), 'utf8');
    await write('procedures/demo.ts', text.replace(/summary: '[^']*'/, `summary: '${summary}'`));
    await next(rebuilt(ANY, '2 generated files changed'));
  }
  await expect.poll(server).toContain("'Three'".replaceAll("'", '"'));
  await write('word.ts', 'export const word = () => Date.now() > 0;\n');
  await next(rebuilt(ANY, 'generated files unchanged'));
  await expect.poll(server).toContain('Date.now() > 0');

  // What only handlers import is looked at before anything is written.
  const text = await readFile(join(root, 'procedures/demo.ts'), 'utf8');
  await write(
    'procedures/demo.ts',
    text.replace("'Three'", "'Four'").replace('word()', 'lost()').replace('{ word }', '{ lost }'),
  );
  await next(/^1 error in 1 file; the files of the last successful build are kept\.$/);
  expect(await readFile(join(root, 'generated/openapi.json'), 'utf8')).toContain('"Three"');
  await write('procedures/demo.ts', text.replace("'Three'", "'Five'"));
  await next(rebuilt(ANY, '2 generated files changed'));

  watch.signal('SIGINT');
  expect(await watch.end).toMatchObject({ exitCode: 0, out: '' });
  expect((await spawnProcgen(root, 'build').end).err).toContain('3 files up to date');
});
