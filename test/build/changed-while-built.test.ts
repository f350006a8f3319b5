import { access, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { buildProject } from '../../src/build/build-project.js';
import { createBuilder } from '../../src/build/create-builder.js';
import { createNodeHost } from '../../src/cli/node-host.js';
import { createServerBundler, type ServerBundler } from '../../src/compiler/bundle/server-bundler.js';
import { createProject } from '../compiler/support/create-project.js';

const GREETING = `import { procedure } from 'procgen';
import * as z from 'zod';
import { greet } from '../services/greet.js';

/** Greets. */
export const greeting = procedure
  .meta({ openapi: { enabled: true, method: 'GET', path: '/greeting', tags: ['items'], summary: 'Greet', protect: false } })
  .output(z.string())
  .query(() => greet());
`;

const printService = (word: string) => `export const greet = () => '${word}';\n`;

async function createGreeting(word: string) {
  const root = await createProject({
    'procedures/greeting.ts': GREETING,
    'services/greet.ts': printService(word),
  });
  return {
    root,
    rewrite: (next: string) => writeFile(join(root, 'services/greet.ts'), printService(next)),
    readBundle: () => readFile(join(root, '.procgen/server/index.mjs'), 'utf8'),
  };
}

/** A bundler in which something happens each time a server was bundled, before anybody hears of it. */
function interrupt(bundler: ServerBundler, onBundled: () => Promise<void>): ServerBundler {
  return {
    prebundle: (guess) => bundler.prebundle(guess),
    get lastSource() {
      return bundler.lastSource;
    },
    async bundle(source) {
      const bundle = await bundler.bundle(source);
      await onBundled();
      return bundle;
    },
    cancel: () => bundler.cancel(),
    close: () => bundler.close(),
  };
}

test('A server that was begun for a build with nothing to do is not that of the next build.', async () => {
  const { root, rewrite, readBundle } = await createGreeting('hello');
  const first = createBuilder(createNodeHost(), { root });
  expect((await first.build()).diagnostics).toEqual([]);
  await first.close();

  const builder = createBuilder(createNodeHost(), { root });
  expect((await builder.build()).isCompiled).toBe(false);
  // A server that nobody had given up would have been bundled by then.
  await setTimeout(400);
  await rewrite('good morning');
  expect((await builder.build()).isCompiled).toBe(true);
  await builder.close();
  expect(await readBundle()).toContain('good morning');
});

test('A module that changes after it was bundled, and before it was hashed, is bundled again.', async () => {
  const { root, rewrite, readBundle } = await createGreeting('hello');
  const words = ['good morning'];
  const bundler = interrupt(createServerBundler({ root }), async () => {
    const word = words.pop();
    if (word) await rewrite(word);
  });
  expect((await buildWith(bundler, root)).isCompiled).toBe(true);
  expect(await readBundle()).toContain('good morning');
  expect((await buildWith(bundler, root)).isCompiled).toBe(false);
  await bundler.close();
});

function buildWith(bundler: ServerBundler, root: string) {
  return buildProject(createNodeHost(), { root }, { bundler });
}

/** A bundler that rewrites the service after each bundle, and how often it has. */
function rewriteEachTime(
  { root, rewrite }: Awaited<ReturnType<typeof createGreeting>>,
  word: (time: number) => string,
) {
  const counter = { times: 0 };
  const bundler = interrupt(createServerBundler({ root }), () => rewrite(word(++counter.times)));
  return { bundler, counter, build: () => buildWith(bundler, root) };
}

test('A build whose modules change each time ends, and is not taken for what they are.', async () => {
  const { bundler, counter, build } = rewriteEachTime(
    await createGreeting('hello'),
    (time) => `hello ${time}`,
  );
  expect((await build()).isCompiled).toBe(true);
  expect(counter.times).toBe(3);
  expect((await build()).isCompiled).toBe(true);
  await bundler.close();
});

test('A module that is written again as it was is read once.', async () => {
  const project = await createGreeting('hello');
  const { bundler, counter, build } = rewriteEachTime(project, () => 'hello');
  await build();
  const summary = GREETING.replace("'Greet'", "'Greet everybody'");
  await writeFile(join(project.root, 'procedures/greeting.ts'), summary);
  counter.times = 0;
  await build();
  // Twice where the change of that file is as old as the build.
  expect(counter.times).toBeLessThan(3);
  expect((await build()).isCompiled).toBe(false);
  await bundler.close();
});

/** No file of it waits for its first call: one statement may do anything. */
const EAGER = {
  'procedures/greeting.ts': `${GREETING}console.log;\n`,
  'services/greet.ts': printService('hello'),
};

test('A build goes on from what is remembered where the generated files are gone.', async () => {
  const root = await createProject(EAGER);
  const host = createNodeHost();
  for (const isFirst of [true, false]) {
    const builder = createBuilder(host, { root });
    const { diagnostics, isCompiled } = await builder.build();
    await builder.close();
    expect({ isFirst, diagnostics, isCompiled }).toEqual({ isFirst, diagnostics: [], isCompiled: true });
    await access(join(root, 'generated/routes.ts'));
    await rm(join(root, 'generated'), { recursive: true });
  }
});

test('A build saves what the next one goes on from.', async () => {
  const root = await createProject(EAGER);
  const host = createNodeHost();
  const listSaved = async () =>
    (await host.listFiles(join(root, 'node_modules/.cache'))).map((path) => basename(path));
  const builder = createBuilder(host, { root });
  expect((await builder.build()).isCompiled).toBe(true);
  expect(await listSaved()).toEqual(['build.json', 'parsed.json', 'routes.json']);
  expect((await builder.build()).isCompiled).toBe(false);
  await builder.close();
});

test('A first build whose modules change goes on to its end, too.', async () => {
  const root = await createProject(EAGER);
  const words = ['good morning'];
  const bundler = interrupt(createServerBundler({ root }), async () => {
    const word = words.pop();
    if (word) await writeFile(join(root, 'services/greet.ts'), printService(word));
  });
  const { diagnostics } = await buildWith(bundler, root);
  await bundler.close();
  expect(diagnostics).toEqual([]);
  await access(join(root, 'generated/routes.ts'));
});

test('A build that fails leaves no folder for what it would have generated.', async () => {
  const root = await createProject({ ...EAGER, 'services/greet.ts': "export { greet } from './none.js';\n" });
  const builder = createBuilder(createNodeHost(), { root });
  expect((await builder.build()).diagnostics).toHaveLength(1);
  await builder.close();
  await expect(access(join(root, 'generated'))).rejects.toThrow('ENOENT');
});

test('A source that comes beside compiled code that only handlers import takes its place.', async () => {
  const root = await createProject({
    'procedures/greeting.ts': GREETING,
    'services/greet.ts': "export { greet } from './words.js';\n",
    'services/words.js': printService('from JavaScript'),
  });
  const host = createNodeHost();
  const build = async () => {
    const builder = createBuilder(host, { root });
    const { isCompiled } = await builder.build();
    await builder.close();
    const bundle = await readFile(join(root, '.procgen/server/index.mjs'), 'utf8');
    return { isCompiled, language: /from (\w+Script)/.exec(bundle)?.[1] };
  };
  expect(await build()).toEqual({ isCompiled: true, language: 'JavaScript' });
  expect(await build()).toEqual({ isCompiled: false, language: 'JavaScript' });
  await writeFile(join(root, 'services/words.ts'), printService('from TypeScript'));
  expect(await build()).toEqual({ isCompiled: true, language: 'TypeScript' });
});

test('What a tsconfig extends decides of a build, wherever it stands.', async () => {
  const paths = (folder: string) => JSON.stringify({ compilerOptions: { paths: { '@words': [folder] } } });
  const root = await createProject({
    'procedures/greeting.ts': GREETING,
    'services/greet.ts': "export { greet } from '@words';\n",
    'services/tsconfig.json': '{ "extends": ["../config/base.json", "preset"] }',
    'config/base.json': paths('../words/one.ts'),
    'node_modules/preset/package.json': '{ "name": "preset" }',
    'node_modules/preset/tsconfig.json': '{}',
    'words/one.ts': printService('word one'),
    'words/two.ts': printService('word two'),
    'words/three.ts': printService('word three'),
  });
  const host = createNodeHost();
  const build = async () => {
    const builder = createBuilder(host, { root });
    const { isCompiled } = await builder.build();
    await builder.close();
    const bundle = await readFile(join(root, '.procgen/server/index.mjs'), 'utf8');
    return { isCompiled, word: /"word (\w+)"/.exec(bundle)?.[1] };
  };
  expect(await build()).toEqual({ isCompiled: true, word: 'one' });
  expect(await build()).toEqual({ isCompiled: false, word: 'one' });
  await writeFile(join(root, 'config/base.json'), paths('../words/two.ts'));
  expect(await build()).toEqual({ isCompiled: true, word: 'two' });
  await writeFile(join(root, 'node_modules/preset/tsconfig.json'), paths('../../words/three.ts'));
  expect(await build()).toEqual({ isCompiled: true, word: 'three' });
});

test('Schemas and the server take the TypeScript beside JavaScript that an alias names.', async () => {
  const root = await createProject({
    'package.json': '{ "name": "shop", "type": "module", "imports": { "#words/*": "./words/*" } }',
    'tsconfig.json': JSON.stringify({ compilerOptions: { paths: { '@/*': ['./words/*'] } } }),
    'procedures/greeting.ts': GREETING,
    'services/greet.ts': `import { greet as one } from '@/one.js';
import { greet as two } from '#words/two.js';
export const greet = () => one() + two();
`,
    'words/one.ts': printService('one of TypeScript'),
    'words/one.js': printService('one of JavaScript'),
    'words/two.ts': printService('two of TypeScript'),
    'words/two.js': printService('two of JavaScript'),
  });
  const builder = createBuilder(createNodeHost(), { root });
  expect((await builder.build()).diagnostics).toEqual([]);
  await builder.close();
  const bundle = await readFile(join(root, '.procgen/server/index.mjs'), 'utf8');
  expect(bundle.match(/\w+ of \w+Script/g)?.sort()).toEqual(['one of TypeScript', 'two of TypeScript']);
});
