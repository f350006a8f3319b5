import { access, copyFile, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createReadmeProject } from './support/create-readme-project.js';
import { FENCES, FILES, REPOSITORY, readCommands } from './support/readme.js';
import { type Finished, runCommand, type Started, startShell } from './support/start-command.js';

/** The blocks of commands that a test runs, by section: here, in clean-clone.full.test.ts, or in cli/init/new-user.full.test.ts. */
const COMMANDS = {
  procgen: 1,
  'Working on procgen': 1,
  'A new project': 2,
  'By hand': 3,
  'Command line': 2,
  Client: 1,
};

/** The programs that the tests here run; every other file of the README is used by them or by the service. */
const PROGRAMS = [
  'consumer/items.test.ts',
  'consumer/main.ts',
  'consumer/mock.test.ts',
  'consumer/notes.test.ts',
  'consumer/own-fetch.ts',
  'consumer/own-http.ts',
  'consumer/own-server.ts',
  'consumer/small.ts',
  'emitters/contents.ts',
];

describe('every block of the README is run', () => {
  it('is a file of the project, commands, or what they print', () => {
    const strays = FENCES.filter(({ language, path }) =>
      path === null ? language !== 'sh' && language !== 'text' : language !== 'ts' && language !== 'json',
    );
    expect(strays).toEqual([]);
  });

  it('is a file that no other block writes', () => {
    const paths = FENCES.flatMap(({ path }) => path ?? []);
    expect(paths).toEqual([...new Set(paths)]);
  });

  it('has its commands among those that a test runs', () => {
    const counts: Record<string, number> = {};
    for (const { language, section } of FENCES) {
      if (language === 'sh') counts[section] = (counts[section] ?? 0) + 1;
    }
    expect(counts).toEqual(COMMANDS);
  });

  it('has its programs among those that a test runs, and its data where the service reads it', () => {
    const others = Object.keys(FILES).filter(
      (path) => !/^(?:procedures|app)\/.+|^procgen\.config\.ts$|^tsconfig\.json$/.test(path),
    );
    expect(others.sort()).toEqual(PROGRAMS);
    const data = Object.keys(FILES).filter((path) => path.endsWith('.json'));
    expect(data.sort()).toEqual(['procedures/_locales/en.json', 'tsconfig.json']);
  });
});

it('every file that the README links to is there', async () => {
  const text = await readFile(join(REPOSITORY, 'README.md'), 'utf8');
  const targets = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)\)/g)].map(([, target = '']) => target);
  expect(targets.length).toBeGreaterThan(5);
  for (const target of targets)
    await expect(access(join(REPOSITORY, target)), target).resolves.toBeUndefined();
});

describe('the commands that are not run here', () => {
  it('on the first screen are those that make a new project, in one line', () => {
    const [line = ''] = readCommands('procgen');
    const [commands = ''] = readCommands('A new project');
    expect(line.replace(/\s*#.*/, '')).toBe(commands.replace(/\n(?=.)/g, ' && '));
  });

  it('in a clone are those of .ci/run', async () => {
    const [block = ''] = readCommands('Working on procgen');
    const commands = block.split('\n').flatMap((line) => /^(.*?)\s*(?:#|$)/.exec(line)?.[1] || []);
    expect(commands).toEqual(['npm ci && npm start', 'npm ci && npm test']);
    const lines = (await readFile(join(REPOSITORY, '.ci/run'), 'utf8')).split('\n');
    const install = lines.findIndex((line) => /^npm ci(?: --no-\w+)* \|\| exit 1$/.test(line));
    const test = lines.findIndex((line) => /^npm test \|\| status=1$/.test(line));
    expect(install).toBeGreaterThan(-1);
    expect(test).toBeGreaterThan(install);
  });

  it('install this package and what it cannot do without by name (no registry is asked here)', async () => {
    const text = await readFile(join(REPOSITORY, 'package.json'), 'utf8');
    const { name, peerDependencies, peerDependenciesMeta } = JSON.parse(text);
    const needed = Object.keys(peerDependencies).filter((peer) => !peerDependenciesMeta[peer]?.optional);
    const [install] = readCommands('By hand');
    expect(install).toBe(
      `npm install ${[name, ...needed].join(' ')}\nnpm install --save-dev typescript @types/node\n`,
    );
  });
});

describe('a project made of the README', () => {
  let root: string;
  let server: Started | null = null;
  let url: string;
  let packed: Finished;
  let compiled: Finished;
  let called: Finished;
  let apiKey: string;

  beforeAll(async () => {
    root = await createReadmeProject();
    const [, serve = '', call = ''] = readCommands('By hand');
    server = startShell(serve, { cwd: root, env: { PORT: '0' } });
    [, url = ''] = await server.seen(/listening on (http:\/\/\S+)\n/);
    const [pack = ''] = readCommands('Client');
    packed = await startShell(pack, { cwd: root }).finished;
    compiled = await runCommand(
      [process.execPath, join(REPOSITORY, 'node_modules/typescript/bin/tsc'), '-p', '.'],
      { cwd: root },
    );
    // curl reads its settings here: without them a test could not see the status.
    await writeFile(join(root, '.curlrc'), 'silent\nshow-error\nwrite-out = "\\n%{http_code}\\n"\n');
    const script = `${call.replaceAll('http://localhost:3000', url)}printf '%s\\n' "$API_KEY"\n`;
    called = await startShell(script, { cwd: root, env: { CURL_HOME: root } }).finished;
    apiKey = called.out.trimEnd().split('\n').at(-1) ?? '';
  });

  afterAll(async () => {
    server?.end('SIGKILL');
    await server?.finished;
    await rm(root, { recursive: true, force: true });
  });

  const run = (program: string, env: Record<string, string> = {}) =>
    runCommand([process.execPath, join('js', program.replace(/\.ts$/, '.js'))], {
      cwd: root,
      env: { API_URL: url, API_KEY: apiKey, ...env },
    });

  it('compiles under the strictest flags, every file of it', async () => {
    expect(compiled).toEqual({ exitCode: 0, out: '', err: '' });
    for (const path of Object.keys(FILES).filter((file) => file.endsWith('.ts'))) {
      await expect(readFile(join(root, 'js', path.replace(/\.ts$/, '.js')), 'utf8')).resolves.not.toBe('');
    }
  });

  it('passes with the tsconfig.json of the README once it is built', async () => {
    await writeFile(join(root, 'tsconfig.readme.json'), FILES['tsconfig.json'] ?? '');
    const tsc = join(REPOSITORY, 'node_modules/typescript/bin/tsc');
    const checked = await runCommand([process.execPath, tsc, '-p', 'tsconfig.readme.json'], { cwd: root });
    expect(checked).toEqual({ exitCode: 0, out: '', err: '' });
  });

  it('is built, makes a key, and answers curl with the created item and the list', () => {
    expect(called.exitCode, called.err).toBe(0);
    const [created = '', createdStatus, listed = '', listedStatus, key] = called.out.split('\n');
    expect([createdStatus, listedStatus]).toEqual(['201', '200']);
    const item = { id: expect.any(String), name: 'first', createdAt: expect.stringMatching(/^\d{4}-.+Z$/) };
    expect(JSON.parse(created)).toEqual({ success: true, payload: item, message: 'The item was created.' });
    expect(JSON.parse(listed)).toEqual({ success: true, payload: [JSON.parse(created).payload] });
    expect(key).toMatch(/^pgk_[0-9A-Za-z]{46}$/);
  });

  it('prints a link for the dashboard that signs in', async () => {
    const [, link = ''] = (await server?.seen(/sign in\s+(http:\S+)/)) ?? [];
    const page = await fetch(link);
    expect(page.status).toBe(200);
    const token = new URL(link).searchParams.get('token') ?? '';
    const signedIn = await fetch(`${url}/dashboard/sign-in`, {
      method: 'POST',
      headers: { Origin: url, 'Sec-Fetch-Site': 'same-origin' },
      body: new URLSearchParams({ token }),
      redirect: 'manual',
    });
    expect([signedIn.status, signedIn.headers.get('location')]).toEqual([303, '/dashboard/api-keys']);
    const [cookie = ''] = (signedIn.headers.get('set-cookie') ?? '').split(';');
    const keys = await fetch(`${url}/dashboard/api-keys`, { headers: { Cookie: cookie } });
    expect(keys.status).toBe(200);
    await expect(keys.text()).resolves.toContain('laptop');
  });

  it('runs consumer/main.ts: the item and how many there are', async () => {
    const { exitCode, out, err } = await run('consumer/main.ts');
    expect(exitCode, err).toBe(0);
    expect(out).toMatch(/^first \d{4}-\d\d-\d\dT[\d:.]+Z\n2\n$/);
  });

  it('runs consumer/main.ts without a key: the refusal, then an ApiError', async () => {
    const { exitCode, out, err } = await run('consumer/main.ts', { API_KEY: '' });
    expect(exitCode).toBe(1);
    expect(out).toMatch(/^401 A valid API key is required\. /);
    expect(err).toContain('ApiError');
  });

  it('runs consumer/small.ts: the call succeeded', async () => {
    await expect(run('consumer/small.ts')).resolves.toEqual({ exitCode: 0, out: 'true\n', err: '' });
  });

  it('writes the client as a package, with its mock, and runs consumer/mock.test.ts: the unit test passes', async () => {
    expect(packed.exitCode, packed.err).toBe(0);
    const manifest = JSON.parse(await readFile(join(root, 'packages/client/package.json'), 'utf8'));
    expect(manifest).toMatchObject({ name: 'items-client', version: '1.0.0', types: './index.d.ts' });
    await expect(run('consumer/mock.test.ts')).resolves.toEqual({ exitCode: 0, out: '', err: '' });
  });

  it('runs consumer/notes.test.ts: the unit test passes', async () => {
    await expect(run('consumer/notes.test.ts')).resolves.toEqual({ exitCode: 0, out: '', err: '' });
  });

  it('runs consumer/own-http.ts and own-fetch.ts, which end by themselves', async () => {
    // The compiled route table reads the description beside it.
    await copyFile(join(root, 'generated/openapi.json'), join(root, 'js/generated/openapi.json'));
    await expect(run('consumer/own-http.ts')).resolves.toEqual({ exitCode: 0, out: '', err: '' });
    await expect(run('consumer/own-fetch.ts')).resolves.toMatchObject({
      exitCode: 0,
      out: expect.stringMatching(/^200$/m),
    });
  });

  it('runs consumer/items.test.ts in vitest: its tests pass', async () => {
    const vitest = [process.execPath, join(REPOSITORY, 'node_modules/vitest/vitest.mjs')];
    const { exitCode, out, err } = await runCommand([...vitest, 'run', 'consumer/items.test.ts'], {
      cwd: root,
    });
    expect(exitCode, out + err).toBe(0);
    expect(out).toMatch(/Tests .*3 passed/);
    expect(err).toBe('');
  });

  it('builds with emitters/contents.ts, which writes what there is to call', async () => {
    const config = [
      `import { defineConfig } from 'procgen';`,
      `import { contents } from './emitters/contents.js';`,
      `export default defineConfig({ info: { title: 'Items' }, tags: { items: 'Items' }, out: 'own', emitters: [contents] });`,
    ];
    await writeFile(join(root, 'own.config.ts'), config.join('\n'));
    const { exitCode, err } = await runCommand(
      ['npx', '--no-install', 'procgen', 'build', '--config', 'own.config.ts'],
      {
        cwd: root,
      },
    );
    expect(exitCode, err).toBe(0);
    const text = await readFile(join(root, 'docs/contents.md'), 'utf8');
    expect(text).toContain('# Items\n- `items.create` (POST): Create an item\n');
  });

  it('passes the command for CI, which fails with 3 once a procedure was edited', async () => {
    const [check = ''] = readCommands('Command line');
    // Warned of here: only the configuration of the last test has the `authenticate` that it needs.
    await rm(join(root, 'procedures/members.ts'));
    expect((await startShell('npx procgen build', { cwd: root }).finished).exitCode).toBe(0);
    const fresh = await startShell(check, { cwd: root }).finished;
    expect(fresh.exitCode, fresh.err).toBe(0);
    const path = join(root, 'procedures/items.ts');
    await writeFile(path, (FILES['procedures/items.ts'] ?? '').replace('List items', 'List all items'));
    const stale = await startShell(check, { cwd: root }).finished;
    expect(stale.exitCode, stale.err).toBe(3);
    await writeFile(path, FILES['procedures/items.ts'] ?? '');
  });

  it('tells in a pull request what a change breaks, and fails with 4', async () => {
    const [, review = ''] = readCommands('Command line');
    const [check = '', comment = ''] = review.split('\n');
    const who = '-c user.name=a -c user.email=a@example.com';
    const commit = `git init -q && git add generated && git ${who} commit -qm base && git update-ref refs/remotes/origin/main HEAD`;
    const committed = await startShell(commit, { cwd: root }).finished;
    expect(committed.exitCode, committed.err).toBe(0);
    const path = join(root, 'procedures/items.ts');
    const edited = (FILES['procedures/items.ts'] ?? '').replace('max(100)', 'max(50)');
    await writeFile(path, edited);
    const broken = await startShell(check, { cwd: root }).finished;
    expect(broken.exitCode, broken.err).toBe(4);
    expect(broken.out).toContain('Query parameter `limit`');
    expect((await startShell(comment, { cwd: root }).finished).exitCode).toBe(0);
    expect(await readFile(join(root, 'api-changes.md'), 'utf8')).toContain('#### Breaking');
    await writeFile(path, FILES['procedures/items.ts'] ?? '');
  });

  // A store has one owner, so that this comes after everything that needs the server.
  it('stops when it is told to, and then runs consumer/own-server.ts to its end', async () => {
    server?.end('SIGTERM');
    await expect(server?.finished).resolves.toMatchObject({ err: expect.stringContaining('stopping') });
    await expect(fetch(`${url}/livez`)).rejects.toThrow();
    await expect(run('consumer/main.ts')).resolves.toMatchObject({ out: expect.stringMatching(/^network /) });
    await expect(run('consumer/own-server.ts')).resolves.toEqual({ exitCode: 0, out: '', err: '' });
  });

  it('serves procedures/members.ts to those whom app/authenticate.ts knows, and says how their tokens travel', async () => {
    const config = [
      `import { defineConfig } from 'procgen';`,
      `import { authenticate } from './app/authenticate.js';`,
      `export default defineConfig({ tags: { items: 'Items' }, out: 'own', authenticate });`,
    ];
    await writeFile(join(root, 'token.config.ts'), config.join('\n'));
    await writeFile(join(root, 'procedures/members.ts'), FILES['procedures/members.ts'] ?? '');
    const serve = startShell('npx procgen serve --config token.config.ts', { cwd: root, env: { PORT: '0' } });
    try {
      const [, own = ''] = await serve.seen(/listening on (http:\/\/\S+)\n/);
      const ask = (headers: Record<string, string>) => fetch(`${own}/api/me`, { headers });
      const known = await ask({ 'X-Token': 's3cret' });
      expect([known.status, await known.json()]).toEqual([200, { id: 'ada', role: 'admin' }]);
      expect([(await ask({ 'X-Token': 'other' })).status, (await ask({})).status]).toEqual([401, 401]);
      const { components } = await (await fetch(`${own}/api/openapi.json`)).json();
      expect(components.securitySchemes).toEqual({
        Token: { type: 'apiKey', in: 'header', name: 'X-Token' },
      });
    } finally {
      serve.end('SIGTERM');
      await serve.finished;
    }
  });
});
