import { execFileSync } from 'node:child_process';
import { mkdir, readdir, rename, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { summarizeLevels } from '../../../src/cli/diff/diff-report.js';
import { run } from '../../../src/cli/run.js';
import { FakeIo } from '../fake-io.js';
import { CONFIG, createFolder, createProject, PING } from '../temporary-project.js';

const NAME = { type: 'string', maxLength: 100 };

function describeThings(schema: object, more: object = {}): string {
  const responses = { 200: { description: 'Done.', content: { 'application/json': { schema } } } };
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Shop', version: '1' },
    paths: { '/things': { get: { operationId: 'things.list', responses, ...more } } },
  });
}

const BASE = describeThings({ type: 'object', properties: { name: NAME, note: {} }, required: ['name'] });
const FILES = {
  'base.json': BASE,
  'breaking.json': describeThings({ type: 'object', properties: { note: {} } }),
  'risky.json': describeThings(
    { type: 'object', properties: { name: NAME, note: {} }, required: ['name'] },
    { 'x-rate-limit': { class: 'QUERY', limit: 100, windowMs: 60_000 } },
  ),
  'safe.json': describeThings(
    { type: 'object', properties: { name: NAME, note: {} }, required: ['name'] },
    { summary: 'All.' },
  ),
};

async function runIn(
  cwd: string,
  line: string,
  options: { isTTY?: boolean; env?: Record<string, string> } = {},
) {
  const io = new FakeIo(cwd, options);
  const exitCode = await run(line.split(' '), io);
  return { exitCode, out: io.out, err: io.err };
}

function git(cwd: string, ...argv: readonly string[]): void {
  const who = ['-c', 'user.name=a', '-c', 'user.email=a@example.com', '-c', 'init.defaultBranch=main'];
  execFileSync('git', [...who, ...argv], { cwd, stdio: 'pipe' });
}

/** A repository whose first commit, tagged `v1`, holds these files. */
function commit(root: string): void {
  git(root, 'init', '-q');
  git(root, 'add', '-A', '--', ':!node_modules');
  git(root, 'commit', '-qm', 'one');
  git(root, 'tag', 'v1');
}

describe('what may pass', () => {
  test.each([
    ['base.json breaking.json', 4],
    ['base.json risky.json', 0],
    ['base.json safe.json', 0],
    ['base.json base.json', 0],
    ['base.json breaking.json --fail-on none', 0],
    ['base.json risky.json --fail-on risky', 4],
    ['base.json breaking.json --fail-on risky', 4],
    ['base.json safe.json --fail-on risky', 0],
  ])('procgen diff %s exits %i.', async (line, expected) => {
    expect((await runIn(await createFolder(FILES), `diff ${line}`)).exitCode).toBe(expected);
  });
});

describe('what is asked of git', () => {
  test('A ref that starts with a dash is refused, in plain words and before git sees it.', async () => {
    const root = await createProject({ ...FILES, 'generated/openapi.json': BASE });
    commit(root);
    git(root, 'update-ref', 'refs/tags/--output=written', 'HEAD');
    for (const name of ['--output=written', '--output=written:base.json', '-p']) {
      const io = new FakeIo(root);
      const exitCode = await run(['diff', '--fail-on', 'none', '--', name, 'breaking.json'], io);
      expect([exitCode, io.out, io.err]).toEqual([
        2,
        '',
        `error: "${name}" is not a file, and a git ref cannot start with a dash.\nhelp: Pass a file, a branch, a tag or a commit: procgen diff origin/main\n`,
      ]);
    }
    expect(await readdir(root)).not.toContainEqual(expect.stringContaining('written'));
  });

  test('A file whose name starts with a dash is a file.', async () => {
    const io = new FakeIo(await createFolder({ ...FILES, '-base.json': BASE }));
    expect(await run(['diff', '--', '-base.json', 'base.json'], io)).toBe(0);
  });

  test.each([
    ['origin/main', 'In CI fetch the branch first: git fetch --depth=1 origin main'],
    ['v2.0', 'A branch is origin/v2.0. In CI fetch a tag first: git fetch --depth=1 origin tag v2.0'],
    ['main;id', 'Pass a file, a branch, a tag or a commit: procgen diff origin/main'],
    ['origin/--upload-pack=x', 'Pass a file, a branch, a tag or a commit: procgen diff origin/main'],
  ])('Of a ref that does not exist, %s, it says what to do: %s.', async (name, help) => {
    const root = await createFolder(FILES);
    commit(root);
    const { exitCode, err } = await runIn(root, `diff ${name} base.json`);
    expect(exitCode).toBe(2);
    expect(err).toBe(`error: "${name}" is neither a file nor a git ref.\nhelp: ${help}\n`);
  });

  test.each(['HEAD', 'main'])('Of the ref %s in a repository without a commit it says so.', async (name) => {
    const root = await createFolder(FILES);
    execFileSync('git', ['init', '--quiet'], { cwd: root });
    const { exitCode, err } = await runIn(root, `diff ${name} base.json`);
    expect(exitCode).toBe(2);
    expect(err).toBe(
      `error: "${name}" is neither a file nor a git ref.\nhelp: The repository has no commit yet.\n`,
    );
  });
});

describe('how it is printed', () => {
  test.each([
    [{ breaking: 1, risky: 0, safe: 0 }, '1 breaking change'],
    [{ breaking: 2, risky: 1, safe: 3 }, '2 breaking changes, 1 risky change, 3 safe changes'],
    [{ breaking: 0, risky: 0, safe: 0 }, 'no changes'],
  ])('%j is counted as "%s".', (counts, line) => {
    expect(summarizeLevels(counts)).toBe(line);
  });

  test('The changes go to stdout, the count to stderr, breaking changes first.', async () => {
    const { out, err } = await runIn(await createFolder(FILES), 'diff base.json breaking.json');
    expect(out).toBe(`breaking (1)
  GET /things
    Response 200: \`name\` is gone. [response-property-removed]
      at #/paths/~1things/get/responses/200/content/application~1json/schema
      help: Keep it, deprecate it, and remove it once nobody uses it.
`);
    expect(err).toMatch(/^1 breaking change from base\.json to breaking\.json in \d/);
  });

  test('Nothing is printed on stdout where nothing changed.', async () => {
    const { out, err } = await runIn(await createFolder(FILES), 'diff base.json base.json');
    expect(out).toBe('');
    expect(err).toMatch(/^no changes from base\.json to base\.json/);
  });

  test.each(['--json', '--format json'])('%s prints one object of version 1.', async (flag) => {
    const { out, exitCode } = await runIn(await createFolder(FILES), `diff base.json breaking.json ${flag}`);
    expect(exitCode).toBe(4);
    expect(JSON.parse(out)).toEqual({
      version: 1,
      failOn: 'breaking',
      base: 'base.json',
      head: 'breaking.json',
      ok: false,
      counts: { breaking: 1, risky: 0, safe: 0 },
      changes: [
        {
          code: 'response-property-removed',
          level: 'breaking',
          message: 'Response 200: `name` is gone.',
          operations: ['GET /things'],
          base: '/paths/~1things/get/responses/200/content/application~1json/schema/properties/name',
          head: '/paths/~1things/get/responses/200/content/application~1json/schema',
          help: 'Keep it, deprecate it, and remove it once nobody uses it.',
        },
      ],
    });
  });

  test('--json prints its object also when there is nothing to compare.', async () => {
    const { out, err, exitCode } = await runIn(
      await createFolder(FILES),
      'diff nowhere.json base.json --json',
    );
    expect(exitCode).toBe(2);
    expect(JSON.parse(out)).toMatchObject({
      version: 1,
      ok: false,
      changes: [],
      error: { message: expect.stringContaining('nowhere.json') },
    });
    expect(err).toMatch(/^error: There is no file "nowhere\.json"/);
  });

  test('--format markdown prints tables in which no name ends a cell or mentions anybody.', async () => {
    const evil = 'a|b\n| @all <img src=x>';
    const properties = { [evil]: NAME };
    const folder = await createFolder({
      ...FILES,
      'evil.json': describeThings({ type: 'object', properties, required: [evil] }),
    });
    const { out } = await runIn(folder, 'diff evil.json base.json --format markdown');
    const [row = ''] = out.split('\n').filter((line) => line.includes('all'));
    expect(row.replaceAll('\\|', '').split('|')).toHaveLength(5);
    expect(row).not.toMatch(/<img|@all/);
    expect(out).toContain('### API: 1 breaking change, 2 safe changes');
    expect(out).toContain('<details><summary>Safe (2)</summary>');
  });

  test('Names cannot act on the terminal.', async () => {
    const folder = await createFolder({
      ...FILES,
      'evil.json': describeThings({ type: 'object', properties: { '\u001b[2J': {} } }),
    });
    expect((await runIn(folder, 'diff base.json evil.json')).out).not.toContain('\u001b');
  });

  test('A terminal gets colour.', async () => {
    const { out } = await runIn(await createFolder(FILES), 'diff base.json breaking.json', { isTTY: true });
    expect(out).toContain('\u001b[');
  });
});

describe('git', () => {
  test('A ref means the description where a build writes it, a ref with a path the one there.', async () => {
    const root = await createFolder({
      'generated/openapi.json': BASE,
      'docs/old.json': FILES['breaking.json'],
    });
    commit(root);
    const folder = await createFolder(FILES);
    expect((await runIn(root, `diff v1 ${folder}/base.json`)).exitCode).toBe(0);
    expect((await runIn(root, `diff v1 ${folder}/breaking.json`)).exitCode).toBe(4);
    expect((await runIn(root, `diff v1:docs/old.json ${folder}/breaking.json`)).err).toContain('no changes');
  });

  test('Paths are relative to the project, wherever it is in the repository; --out of the environment counts.', async () => {
    const root = await createFolder({
      'packages/api/gen/openapi.json': BASE,
      'packages/api/base.json': BASE,
    });
    commit(root);
    const env = { PROCGEN_OUT: 'gen' };
    const { exitCode, err } = await runIn(root, 'diff HEAD base.json -C packages/api', { env });
    expect({ exitCode, err }).toMatchObject({ exitCode: 0, err: expect.stringContaining('no changes') });
  });

  test('GIT_DIR, which git sets for hooks and rebases, does not hide the files of a project in a subfolder.', async () => {
    const root = await createFolder({
      'packages/api/generated/openapi.json': BASE,
      'packages/api/breaking.json': FILES['breaking.json'],
    });
    commit(root);
    vi.stubEnv('GIT_DIR', `${root}/.git`);
    onTestFinished(() => void vi.unstubAllEnvs());
    expect((await runIn(`${root}/packages/api`, 'diff HEAD breaking.json')).exitCode).toBe(4);
    const outside = await createFolder({ 'breaking.json': FILES['breaking.json'] });
    const within = await createFolder({ 'breaking.json': FILES['breaking.json'] });
    git(within, 'init', '-q');
    vi.stubEnv('GIT_WORK_TREE', within);
    expect((await runIn(within, 'diff v1:packages/api/generated/openapi.json breaking.json')).exitCode).toBe(
      4,
    );
    vi.stubEnv('GIT_WORK_TREE', undefined);
    expect(
      (await runIn(outside, 'diff HEAD:packages/api/generated/openapi.json breaking.json')).exitCode,
    ).toBe(4);
  });

  test('Where the base has no description yet there is nothing to break: the change that introduces procgen passes.', async () => {
    const root = await createProject({ 'procedures/own.ts': 'export const own = 1;\n' });
    commit(root);
    git(root, 'update-ref', 'refs/remotes/origin/main', 'HEAD');
    await writeFile(`${root}/procedures/demo.ts`, PING);
    await writeFile(`${root}/procgen.config.ts`, CONFIG);
    expect((await runIn(root, 'build')).exitCode).toBe(0);
    const note = 'There is no generated/openapi.json in origin/main. There is nothing to compare with yet.';
    const help = 'help: If the description is elsewhere, pass the file: origin/main:path/to/openapi.json';
    expect(await runIn(root, 'diff origin/main')).toEqual({
      exitCode: 0,
      out: '',
      err: `${note}\n${help}\n`,
    });
    const json = await runIn(root, 'diff origin/main --json');
    expect({ ...json, out: JSON.parse(json.out) }).toMatchObject({
      exitCode: 0,
      out: { version: 1, ok: true, note, changes: [], counts: { breaking: 0, risky: 0, safe: 0 } },
    });
    expect(await runIn(root, 'diff origin/main --format markdown')).toMatchObject({
      exitCode: 0,
      out: `### API\n\n${note}\n`,
    });
  });

  test('Where the base has a description elsewhere it is an error that names it.', async () => {
    const root = await createProject({ 'procedures/demo.ts': PING, 'procgen.config.ts': CONFIG });
    expect((await runIn(root, 'build')).exitCode).toBe(0);
    commit(root);
    const moved = await runIn(root, 'diff v1 --json', { env: { PROCGEN_OUT: 'gen' } });
    const message = 'v1 uses procgen, but has no gen/openapi.json.';
    const help = 'Pass the existing description: v1:generated/openapi.json';
    expect({ ...moved, out: JSON.parse(moved.out) }).toMatchObject({
      exitCode: 2,
      out: { ok: false, error: { message, help } },
      err: `error: ${message}\nhelp: ${help}\n`,
    });
  });

  test('Where the project was elsewhere in the base it is an error that names its description there.', async () => {
    const root = await createProject({ 'procedures/demo.ts': PING, 'procgen.config.ts': CONFIG });
    expect((await runIn(root, 'build')).exitCode).toBe(0);
    commit(root);
    await mkdir(`${root}/packages/api`, { recursive: true });
    for (const name of ['procedures', 'procgen.config.ts', 'generated', 'package.json', 'node_modules']) {
      await rename(`${root}/${name}`, `${root}/packages/api/${name}`);
    }
    const help = 'help: Pass the existing description: v1:../../generated/openapi.json';
    expect(await runIn(root, 'diff v1 -C packages/api')).toMatchObject({
      exitCode: 2,
      err: `error: v1 uses procgen, but has no generated/openapi.json.\n${help}\n`,
    });
    const named = await runIn(root, 'diff v1:../../generated/openapi.json -C packages/api');
    expect(named).toMatchObject({ exitCode: 0, err: expect.stringContaining('no changes') });
  });

  test('Where only another project of the repository has a description there is nothing to compare.', async () => {
    const description = 'packages/other/generated/openapi.json';
    const root = await createFolder({ [description]: BASE, 'packages/other/generated/routes.ts': '' });
    commit(root);
    expect(await runIn(root, `diff v1 ${description}`)).toMatchObject({
      exitCode: 0,
      err: expect.stringContaining('There is nothing to compare with yet.'),
    });
  });

  test.each([
    ['a configuration', { 'procgen.config.ts': 'export default {};' }, ''],
    [
      'a configuration of another name',
      { 'shop.config.ts': 'export default {};' },
      ' --config shop.config.ts',
    ],
    ['procedures', { 'procedures/demo.ts': PING }, ''],
  ])(
    'Where the base has %s and no description in git it is an error that says what to do.',
    async (_, files, flags) => {
      const within = Object.entries({
        'package.json': '{}',
        'base.json': BASE,
        'procedures/a.ts': '',
        ...files,
      });
      const root = await createFolder(
        Object.fromEntries(within.map(([path, text]) => [`shop/${path}`, text])),
      );
      commit(root);
      expect(await runIn(root, `diff v1 base.json -C shop${flags}`)).toEqual({
        exitCode: 2,
        out: '',
        err: 'error: v1 uses procgen, but has no generated/openapi.json.\nhelp: Commit the generated files, or build v1 in a separate checkout and pass the file that the build writes.\n',
      });
    },
  );

  test('A file that a ref is said to hold, a head without a description and a ref that does not exist stay errors.', async () => {
    const root = await createFolder(FILES);
    commit(root);
    for (const [line, message] of [
      ['diff v1:docs/openapi.json base.json', 'There is no docs/openapi.json in v1.'],
      ['diff base.json v1', 'There is no generated/openapi.json in v1.'],
      ['diff v1 nowhere.json', 'There is no file "nowhere.json".'],
      ['diff v2 base.json', '"v2" is neither a file nor a git ref.'],
    ] as const) {
      const { exitCode, err } = await runIn(root, line);
      expect([line, exitCode, err.split('\n')[0]]).toEqual([line, 2, `error: ${message}`]);
    }
  });

  test('Without a head it is what the procedures say now, built or not.', async () => {
    const root = await createProject({ 'procedures/demo.ts': PING, 'procgen.config.ts': CONFIG });
    expect((await runIn(root, 'build')).exitCode).toBe(0);
    commit(root);
    expect((await runIn(root, 'diff v1')).err).toContain('no changes from v1 to the procedures');
    await writeFile(`${root}/procedures/demo.ts`, PING.replaceAll('pong', 'ping'));
    const { exitCode, out } = await runIn(root, 'diff v1');
    expect(exitCode).toBe(4);
    expect(out).toContain('Response 200: `pong` is gone.');
    await writeFile(`${root}/procedures/demo.ts`, 'export const x = (');
    const broken = await runIn(root, 'diff v1');
    expect(broken.exitCode).toBe(1);
    expect(broken.err).toContain('error[syntax-error]');
    expect(broken.err).toContain('error: The procedures cannot be compiled: 1 error');
  });
});

describe('a running server', () => {
  const servers: ReturnType<typeof createServer>[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) server.close();
  });

  async function serve(
    answer: (path: string) => { status: number; body?: string; location?: string },
  ): Promise<string> {
    const server = createServer((request, response) => {
      const { status, body = '', location } = answer(request.url ?? '');
      response.writeHead(status, location ? { location } : {}).end(body);
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  test('Its name alone means its description.', async () => {
    const url = await serve((path) =>
      path === '/api/openapi.json' ? { status: 200, body: BASE } : { status: 404 },
    );
    const folder = await createFolder(FILES);
    expect((await runIn(folder, `diff ${url} base.json`)).exitCode).toBe(0);
    expect((await runIn(folder, `diff ${url}/api/openapi.json breaking.json`)).exitCode).toBe(4);
    const lost = await runIn(folder, `diff ${url}/else base.json`);
    expect(lost.exitCode).toBe(2);
    expect(lost.err).toContain('/else responded with status 404.');
  });

  test('No server leads the comparison to another machine.', async () => {
    const url = await serve(() => ({ status: 302, location: 'http://192.0.2.1/' }));
    const { exitCode, err } = await runIn(await createFolder(FILES), `diff ${url} base.json`);
    expect(exitCode).toBe(2);
    expect(err).toContain('could not be reached');
  });
});
