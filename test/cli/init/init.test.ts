import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { run } from '../../../src/cli/run.js';
import { FakeIo } from '../fake-io.js';
import { createFolder, REPOSITORY } from '../temporary-project.js';

const FILES = [
  '.github/workflows/ci.yml',
  '.gitignore',
  'AGENTS.md',
  'package.json',
  'procedures/_locales/en.json',
  'procedures/api-keys.ts',
  'procedures/greetings.ts',
  'procedures/health.ts',
  'procgen.config.ts',
  'test/greetings.test.ts',
  'tsconfig.json',
];

async function listFiles(root: string): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1)).sort();
}

describe('procgen init', () => {
  test('writes a project into a new folder, says what and how to go on, and asks nothing', async () => {
    const cwd = await createFolder();
    const io = new FakeIo(cwd);
    await expect(run(['init', 'my-shop'], io)).resolves.toBe(0);
    await expect(listFiles(join(cwd, 'my-shop'))).resolves.toEqual(FILES);
    expect(io.out).toBe('');
    expect(io.err).toContain('wrote 11 files in my-shop\n');
    expect(io.err).toContain('\n  cd my-shop\n  npm install\n  npm run dev\n');
    await expect(readFile(join(cwd, 'my-shop/procgen.config.ts'), 'utf8')).resolves.toContain(
      "title: 'My shop'",
    );
  });

  test('says how to enter a folder whose name looks like an option', async () => {
    const io = new FakeIo(await createFolder());
    await expect(run(['init', '--', '-shop'], io)).resolves.toBe(0);
    expect(io.err).toContain('\n  cd ./-shop\n');
  });

  test('depends on this checkout, by the way there', async () => {
    const cwd = await createFolder();
    await run(['init', 'app', '--yes'], new FakeIo(cwd));
    const { dependencies } = JSON.parse(await readFile(join(cwd, 'app/package.json'), 'utf8'));
    expect(join(cwd, 'app', dependencies.procgen.replace(/^file:/, ''))).toBe(REPOSITORY);
  });

  test('writes no workflow into a folder of a larger repository, where GitHub would not read it', async () => {
    const cwd = await createFolder({ '.git/HEAD': 'ref: refs/heads/main\n' });
    const io = new FakeIo(cwd);
    await expect(run(['init', 'services/shop', '--yes'], io)).resolves.toBe(0);
    const written = await listFiles(join(cwd, 'services/shop'));
    expect(written).toEqual(FILES.filter((path) => !path.startsWith('.github/')));
    expect(io.err).toContain('note: GitHub only runs workflows from the root of the repository:');
  });

  test('writes a workflow at the root of a repository', async () => {
    const cwd = await createFolder({ '.git/HEAD': 'ref: refs/heads/main\n' });
    const io = new FakeIo(cwd);
    await expect(run(['init', '--yes'], io)).resolves.toBe(0);
    expect(existsSync(join(cwd, '.github/workflows/ci.yml'))).toBe(true);
    expect(io.err).not.toContain('GitHub only runs');
  });

  test('runs a second time without changing anything', async () => {
    const cwd = await createFolder();
    await run(['init', '--yes'], new FakeIo(cwd));
    const io = new FakeIo(cwd);
    await expect(run(['init', '--yes'], io)).resolves.toBe(0);
    expect(io.err).toContain('wrote 0 files here');
  });

  test('joins a project: its scripts, ignored files and tsconfig stay', async () => {
    const cwd = await createFolder({
      'package.json': '{ "type": "module", "scripts": { "dev": "vite" } }',
      '.gitignore': 'dist/\n',
      'tsconfig.json': '{}',
    });
    const io = new FakeIo(cwd);
    await expect(run(['init'], io)).resolves.toBe(0);
    const manifest = JSON.parse(await readFile(join(cwd, 'package.json'), 'utf8'));
    expect(manifest.scripts).toMatchObject({ dev: 'vite', build: 'procgen build' });
    await expect(readFile(join(cwd, '.gitignore'), 'utf8')).resolves.toBe(
      'dist/\nnode_modules/\n.procgen/\n',
    );
    await expect(readFile(join(cwd, 'tsconfig.json'), 'utf8')).resolves.toBe('{}');
    expect(io.err).toContain('package.json already has a script "dev", which was not changed.');
    expect(io.err).toContain(
      'note: tsconfig.json already exists and was not changed. In a new project it has',
    );
    expect(io.err).toContain('npx procgen serve');
  });

  test('lists everything that stands in the way, exits 2 and writes nothing', async () => {
    const theirs = {
      'lib/index.js': '',
      'package.json': '{}',
      'procgen.config.ts': '//',
      'procedures/health.ts': '//',
    };
    const cwd = await createFolder(theirs);
    const io = new FakeIo(cwd);
    await expect(run(['init', '--yes'], io)).resolves.toBe(2);
    expect(io.err).toBe(`error: Nothing was written:
  package.json does not have "type": "module", and adding it would make lib/index.js an ES module
  procedures/health.ts already exists
  procgen.config.ts already exists

help: Choose another folder, or overwrite these files with --force.
`);
    await expect(listFiles(cwd)).resolves.toEqual(Object.keys(theirs).sort());
    await expect(readFile(join(cwd, 'package.json'), 'utf8')).resolves.toBe('{}');
  });

  test('takes no package for a module of the project, installed or with a package.json of its own', async () => {
    const cwd = await createFolder({
      'package.json': '{ "type": "commonjs" }',
      'node_modules/koa/index.js': '',
      '.yarn/releases/yarn.js': '',
      'tools/package.json': '{}',
      'tools/index.js': '',
    });
    await expect(run(['init', '--yes'], new FakeIo(cwd))).resolves.toBe(0);
    expect(JSON.parse(await readFile(join(cwd, 'package.json'), 'utf8')).type).toBe('module');
  });

  test('writes over them with --force, and over nothing else', async () => {
    const cwd = await createFolder({
      'package.json': '{ "name": "theirs" }',
      'procgen.config.ts': '//',
      'app.ts': '//',
    });
    await expect(run(['init', '--force'], new FakeIo(cwd))).resolves.toBe(0);
    expect(JSON.parse(await readFile(join(cwd, 'package.json'), 'utf8'))).toMatchObject({
      name: 'theirs',
      type: 'module',
    });
    await expect(readFile(join(cwd, 'procgen.config.ts'), 'utf8')).resolves.toContain('defineConfig');
    await expect(readFile(join(cwd, 'app.ts'), 'utf8')).resolves.toBe('//');
  });

  test.each([
    ['app is a file', { app: '' }, 'app is a file, not a folder.'],
    ['a folder above app is a file', { above: '' }, 'above is a file, not a folder.', 'above/in/app'],
    ['procedures is a file', { 'app/procedures': '' }, 'ENOTDIR'],
  ])('refuses where %s, in one line', async (_, files, message, folder = 'app') => {
    const cwd = await createFolder(files as Record<string, string>);
    const io = new FakeIo(cwd);
    await expect(run(['init', folder], io)).resolves.toBe(2);
    expect(io.err).toContain(message);
    expect(io.err.trimEnd().split('\n')).toHaveLength(1);
    expect(existsSync(join(cwd, 'app/package.json'))).toBe(false);
  });
});

describe('procgen init in a terminal', () => {
  const ENTER = '\r';

  /** Answers each question, once it stands there, with these keys. */
  function createTerminal(answers: Record<string, string>) {
    const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => input });
    const output = Object.assign(new PassThrough(), { isTTY: true, columns: 100, rows: 40 });
    const open = new Map(Object.entries(answers));
    let shown = '';
    output.on('data', (chunk) => {
      shown += String(chunk);
      for (const [question, keys] of open) {
        if (!shown.includes(question)) continue;
        open.delete(question);
        setImmediate(() => input.write(keys));
      }
    });
    return { input, output, isAnswered: () => open.size === 0 };
  }

  test('asks where, what it is called and whether GitHub is to check it', async () => {
    const cwd = await createFolder();
    const terminal = createTerminal({
      'Where should the project': `shop${ENTER}`,
      'What is the API called': `Our "shop"${ENTER}`,
      'Add a GitHub Actions workflow': `n${ENTER}`,
    });
    await expect(run(['init'], new FakeIo(cwd, { terminal }))).resolves.toBe(0);
    expect(terminal.isAnswered()).toBe(true);
    await expect(listFiles(join(cwd, 'shop'))).resolves.toEqual(FILES.slice(1));
    await expect(readFile(join(cwd, 'shop/procgen.config.ts'), 'utf8')).resolves.toContain(
      `title: 'Our "shop"'`,
    );
  });

  test('takes what it suggests for an answer, and asks not for what it was told', async () => {
    const cwd = await createFolder();
    const terminal = createTerminal({
      'What is the API called': ENTER,
      'Add a GitHub Actions workflow': ENTER,
    });
    await expect(run(['init', 'shop'], new FakeIo(cwd, { terminal }))).resolves.toBe(0);
    await expect(listFiles(join(cwd, 'shop'))).resolves.toEqual(FILES);
  });

  test('writes nothing when it is broken off', async () => {
    const cwd = await createFolder();
    const terminal = createTerminal({ 'What is the API called': '\u0003' });
    const io = new FakeIo(cwd, { terminal });
    await expect(run(['init', 'shop'], io)).resolves.toBe(2);
    expect(io.err).toBe('error: Nothing was written.\n');
    await expect(listFiles(cwd)).resolves.toEqual([]);
  });

  test.each([
    [['init', 'shop', '--yes'], {}],
    [['init', 'shop'], { CI: 'true' }],
  ])('asks nothing for %j with %j', async (argv, env) => {
    const cwd = await createFolder();
    const terminal = createTerminal({});
    await expect(run(argv, new FakeIo(cwd, { terminal, env }))).resolves.toBe(0);
    expect(terminal.output.readableLength).toBe(0);
  });
});
