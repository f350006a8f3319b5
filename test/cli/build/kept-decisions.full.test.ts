import { readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { spawnProcgen } from '../spawn-procgen.js';
import { createProject, PING } from '../temporary-project.js';
import { CACHE, recordOf } from './cached-project.js';

/** Says on stderr when the schemas of a file are run. */
const SAYING = "process.stderr.write('ran NAME\\n') ? ";

function printProcedure(name: string, output: string): string {
  return `${output.includes('User') ? "import { User } from '../user.js';" : ''}
import { answer } from '../answer.js';
${PING.replace("'/ping'", `'/${name}'`)
  .replace('z.object({ pong: z.boolean() })', `${SAYING.replace('NAME', name)} ${output} : z.never()`)
  .replace('() => ({ pong: true })', '() => answer() as never')}`;
}

const PROJECT = {
  'procgen.config.ts': `import { defineConfig } from 'procgen';
export default defineConfig({ tags: { demo: 'Demo' }, info: { title: 'One', version: '1.0.0' } });
`,
  'user.ts':
    "import * as z from 'zod';\nexport const User = z.object({ name: z.string() }).meta({ id: 'User' });\n",
  'answer.ts': 'export const answer = () => ({});\n',
  'procedures/one.ts': printProcedure('one', 'z.object({ user: User })'),
  'procedures/two.ts': printProcedure('two', 'z.object({ users: z.array(User) })'),
  'procedures/three.ts': printProcedure('three', 'z.object({ n: z.number() })'),
};

const OUTPUTS = [
  ...['openapi.json', 'client.ts', 'routes.ts'].map((name) => `generated/${name}`),
  ...['index.mjs', 'index.mjs.map', 'openapi.json', 'manifest.json'].map((name) => `.procgen/server/${name}`),
];

async function readOutputs(root: string): Promise<Readonly<Record<string, string>>> {
  const texts = OUTPUTS.map(async (path) => [path, await readFile(join(root, path), 'utf8')] as const);
  return Object.fromEntries(await Promise.all(texts));
}

/** Builds in a process of its own, and tells whose schemas it ran. */
async function build(root: string): Promise<{ readonly ran: readonly string[]; readonly outputs: object }> {
  const { err, exitCode } = await spawnProcgen(root, 'build').end;
  expect(exitCode, err).toBe(0);
  const ran = [...err.matchAll(/^ran (.*)$/gm)].map(([, name = '']) => name);
  return { ran: [...new Set(ran)].sort(), outputs: await readOutputs(root) };
}

const ALL = ['one', 'three', 'two'];
const THREE = PROJECT['procedures/three.ts'];

async function change(root: string, path: string, edit: (text: string) => string): Promise<void> {
  const file = join(root, path);
  await writeFile(file, edit(await readFile(file, 'utf8')));
}

async function decisionsOf(root: string, name = 'decisions.txt'): Promise<string> {
  return (await recordOf(root)).replace('build.json', name);
}

test.each<readonly [what: string, ran: readonly string[], edit: (root: string) => Promise<void>]>([
  [
    'a handler',
    ['three'],
    (root) => change(root, 'procedures/three.ts', (text) => text.replace('answer()', 'answer() ?? {}')),
  ],
  [
    'what all handlers import',
    ALL,
    (root) => change(root, 'answer.ts', (text) => text.replace('({})', '({ n: 7 })')),
  ],
  [
    'a summary',
    ['three'],
    (root) => change(root, 'procedures/three.ts', (text) => text.replace("'Ping'", "'Größer 🎉'")),
  ],
  [
    'a summary, and what was generated edited,',
    ['three'],
    async (root) => {
      await change(root, 'procedures/three.ts', (text) => text.replace("'Ping'", "'Pong'"));
      await change(root, 'generated/client.ts', (text) => text.replaceAll('Ping', 'Mine'));
    },
  ],
  [
    'a summary, and nothing of what was generated,',
    ['three'],
    async (root) => {
      await change(root, 'procedures/three.ts', (text) => text.replace("'Ping'", "'Pong'"));
      await rm(join(root, 'generated'), { recursive: true });
    },
  ],
  [
    'a summary, and what was generated with other line ends,',
    ['three'],
    async (root) => {
      await change(root, 'procedures/three.ts', (text) => text.replace("'Ping'", "'Pong'"));
      for (const path of OUTPUTS) await change(root, path, (text) => text.replaceAll('\n', '\r\n'));
    },
  ],
  [
    'a route, and one of the generated files gone,',
    ['three'],
    async (root) => {
      await change(root, 'procedures/three.ts', (text) => text.replace("'/three'", "'/third'"));
      await rm(join(root, 'generated/routes.ts'));
    },
  ],
  [
    'a route',
    ['three'],
    (root) => change(root, 'procedures/three.ts', (text) => text.replace("'/three'", "'/third'")),
  ],
  [
    'a schema that two files share',
    ['one', 'two'],
    (root) => change(root, 'user.ts', (text) => text.replace('z.string()', 'z.string().max(9)')),
  ],
  ['the configuration', ALL, (root) => change(root, 'procgen.config.ts', (t) => t.replace("'One'", "'Two'"))],
  ['a deleted file', ['one', 'two'], (root) => rm(join(root, 'procedures/three.ts'))],
  [
    'a new file',
    ['four', ...ALL],
    (root) => writeFile(join(root, 'procedures/four.ts'), THREE.replaceAll('three', 'four')),
  ],
])(
  'a new process that finds %s changed runs no more than that, and writes the same.',
  async (_, ran, edit) => {
    const root = await createProject(PROJECT);
    expect((await build(root)).ran).toEqual(ALL);
    await edit(root);
    const after = await build(root);
    expect(after.ran).toEqual(ran);
    expect((await build(root)).ran).toEqual([]);
    await rm(join(root, CACHE), { recursive: true });
    expect((await build(root)).outputs).toEqual(after.outputs);
  },
);

test('what is kept by one process is kept on by the next.', async () => {
  const root = await createProject(PROJECT);
  await build(root);
  for (const word of ['Two', 'Three', 'Four']) {
    await change(root, 'procedures/three.ts', (text) => text.replace(/summary: '\w+'/, `summary: '${word}'`));
    expect((await build(root)).ran).toEqual(['three']);
  }
  await change(root, 'procedures/two.ts', (text) => text.replace("'/two'", "'/second'"));
  const { ran, outputs } = await build(root);
  expect(ran).not.toContain('three');
  await rm(join(root, CACHE), { recursive: true });
  expect((await build(root)).outputs).toEqual(outputs);
  expect(outputs).toHaveProperty(['generated/openapi.json'], expect.stringContaining('"Four"'));
});

test.each<readonly [what: string, damage: (root: string, before: Buffer) => Promise<void>]>([
  ['cut short', async (root) => writeFile(await decisionsOf(root), (await read(root)).subarray(0, -7))],
  [
    'changed in one byte',
    async (root) => {
      const bytes = await read(root);
      bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
      await writeFile(await decisionsOf(root), bytes);
    },
  ],
  ['empty', async (root) => writeFile(await decisionsOf(root), '')],
  ['of another record', async (root, before) => writeFile(await decisionsOf(root), before)],
  [
    'of a layout that is not known',
    async (root) => {
      const { createHash } = await import('node:crypto');
      const hash = (text: string) => createHash('sha256').update(text).digest('hex');
      const seal = (await read(root)).toString('latin1', 0, 64);
      const [head, items] = ['{"kept":{}}', '[]\n'];
      await writeFile(await decisionsOf(root), [seal, hash(head), hash(items), head].join('\n'));
      await writeFile(await decisionsOf(root, 'items.txt'), items);
    },
  ],
  [
    'of the layout of another version',
    async (root) => {
      const { createHash } = await import('node:crypto');
      const bytes = await read(root);
      const head = bytes.toString('utf8', 3 * 65).replace(/"version":\d+/, '"version":1');
      const hash = createHash('sha256').update(head).digest('hex');
      const [seal, , items] = bytes.toString('latin1', 0, 3 * 65).split('\n');
      await writeFile(await decisionsOf(root), [seal, hash, items, head].join('\n'));
    },
  ],
  ['not there', async (root) => rm(await decisionsOf(root))],
  ['without their items', async (root) => rm(await decisionsOf(root, 'items.txt'))],
  [
    'of items that are cut short',
    async (root) => {
      const file = await decisionsOf(root, 'items.txt');
      await writeFile(file, (await readFile(file)).subarray(0, -7));
    },
  ],
  [
    'of other items',
    async (root) => {
      const file = await decisionsOf(root, 'items.txt');
      await writeFile(file, (await readFile(file, 'utf8')).replace('Pong', 'Pang'));
    },
  ],
  [
    'of another procgen',
    async (root) => {
      const file = await recordOf(root);
      const [, text = ''] = (await readFile(file, 'utf8')).split('\n');
      const { createHash } = await import('node:crypto');
      const other = text.replace(/"maker":"\w+"/, `"maker":"${'0'.repeat(64)}"`);
      const seal = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');
      await writeFile(file, `${seal(other)}\n${other}`);
      // All seals fit: only who made it differs.
      const bytes = await read(root);
      await writeFile(await decisionsOf(root), Buffer.concat([Buffer.from(seal(other)), bytes.subarray(64)]));
    },
  ],
])('decisions that are %s are not taken over.', async (_, damage) => {
  const root = await createProject(PROJECT);
  await build(root);
  const before = await read(root);
  await change(root, 'procedures/three.ts', (text) => text.replace("'Ping'", "'Pong'"));
  await build(root);
  await damage(root, before);
  await change(root, 'procedures/three.ts', (text) => text.replace("'Pong'", "'Pang'"));
  const after = await build(root);
  expect(after.ran).toEqual(ALL);
  await rm(join(root, CACHE), { recursive: true });
  expect((await build(root)).outputs).toEqual(after.outputs);
});

test('nothing else is left beside a record and its decisions.', async () => {
  const root = await createProject(PROJECT);
  await build(root);
  // What is begun to be kept of a build that comes to nothing goes with it.
  await change(root, 'answer.ts', (text) => `import './lost.js';\n${text}`);
  expect((await spawnProcgen(root, 'build').end).exitCode).toBe(1);
  const [place = ''] = await readdir(join(root, CACHE));
  expect((await readdir(join(root, CACHE, place))).sort()).toEqual([
    'build.json',
    'decisions.txt',
    'files.json',
    'items.txt',
  ]);
});

async function read(root: string): Promise<Buffer> {
  return readFile(await decisionsOf(root));
}

/** After what is known of files is kept, which is so once nobody has touched them for a while. */
async function createSettledProject(): Promise<{ readonly root: string; readonly files: string }> {
  const root = await createProject(PROJECT);
  await build(root);
  await new Promise((resolve) => setTimeout(resolve, 2_100));
  await build(root);
  return { root, files: (await recordOf(root)).replace('build.json', 'files.json') };
}

test('a file that nobody has touched is not read again, and one that was touched is, whatever it looks like.', async () => {
  const { root, files } = await createSettledProject();
  const known = JSON.parse(await readFile(files, 'utf8')) as [string, string, string][];
  expect(known.map(([path]) => path)).toContain(join(root, 'procedures/three.ts'));
  const file = join(root, 'procedures/three.ts');
  const { atime, mtime } = await stat(file);
  await change(root, 'procedures/three.ts', (text) => text.replace("'Ping'", "'Pong'"));
  await utimes(file, atime, mtime);
  expect((await build(root)).ran).toEqual(['three']);
  expect(await readFile(join(root, 'generated/openapi.json'), 'utf8')).toContain('"Pong"');
  expect((await build(root)).ran).toEqual([]);
});

test.each<readonly [what: string, damage: (text: string) => string]>([
  ['cut short', (text) => text.slice(0, -9)],
  ['empty', () => ''],
  ['something else', () => '{"files":[null]}'],
  ['a list of something else', () => '[null,[1],["x"]]'],
  ['of other hashes', (text) => text.replace(/"[0-9a-f]{64}"/g, `"${'0'.repeat(64)}"`)],
  ['of other states', (text) => text.replace(/"\d+ \d+ /g, '"0 0 ')],
])('where what is known of files is %s, the build writes the same.', async (_, damage) => {
  const { root, files } = await createSettledProject();
  await writeFile(files, damage(await readFile(files, 'utf8')));
  await change(root, 'procedures/three.ts', (text) => text.replace("'Ping'", "'Pong'"));
  const after = await build(root);
  expect(after.ran).toContain('three');
  await rm(join(root, CACHE), { recursive: true });
  expect((await build(root)).outputs).toEqual(after.outputs);
});
