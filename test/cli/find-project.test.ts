import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { run } from '../../src/cli/run.js';
import { FakeIo } from './fake-io.js';
import { CONFIG, createFolder, createProject, PING } from './temporary-project.js';

const FILES = { 'procgen.config.ts': CONFIG, 'procedures/shop/ping.ts': PING };

async function runIn(cwd: string, line: string, env: Record<string, string> = {}) {
  const io = new FakeIo(cwd, { env });
  return { exitCode: await run(line.split(' '), io), out: io.out, err: io.err };
}

describe('In a folder of a project', () => {
  test('a build is one of the project, and so are routes and doctor.', async () => {
    const root = await createProject(FILES);
    const folder = join(root, 'procedures/shop');
    const { exitCode, err } = await runIn(folder, 'build');
    expect(exitCode, err).toBe(0);
    expect(await readdir(join(root, 'generated'))).toEqual(['client.ts', 'openapi.json', 'routes.ts']);
    expect(await readdir(folder)).toEqual(['ping.ts']);
    expect((await runIn(root, '-C procedures build --check')).exitCode).toBe(0);
    expect((await runIn(folder, 'routes')).out).toContain('shop.ping.ping');
    expect((await runIn(folder, 'doctor', { PORT: '0' })).err).toContain('Everything is in order.');
  });

  test('keys are those of the project.', async () => {
    const root = await createProject(FILES);
    const { err } = await runIn(join(root, 'procedures'), 'keys create');
    expect(err).not.toContain('warning');
    expect((await runIn(root, 'keys list --plain')).out).toMatch(/^key_\w{16}\tlocal\t/);
    expect(await readdir(join(root, 'procedures'))).toEqual(['shop']);
  });

  test('files to compare are named from that folder.', async () => {
    const root = await createProject(FILES);
    await runIn(root, 'build');
    await writeFile(join(root, 'procedures/base.json'), await readFile(join(root, 'generated/openapi.json')));
    const { exitCode, err } = await runIn(join(root, 'procedures'), 'diff base.json');
    expect(exitCode, err).toBe(0);
  });

  test('another configuration is looked for above it, too.', async () => {
    const root = await createProject({ 'other.config.ts': CONFIG, 'procedures/shop/ping.ts': PING });
    const { exitCode, err } = await runIn(join(root, 'procedures'), 'build --config other.config.ts');
    expect(exitCode, err).toBe(0);
    expect(await readdir(root)).toContain('generated');
  });
});

describe('The project of a folder', () => {
  test('is where its configuration is, also where that is named by its whole path.', async () => {
    const root = await createProject(FILES);
    const config = join(root, 'procgen.config.ts');
    const { exitCode, err } = await runIn(join(root, 'procedures'), `build --config ${config}`);
    expect(exitCode, err).toBe(0);
    expect(await readdir(root)).toContain('generated');
  });

  test('is the nearest one: a package with procedures inside another project is itself.', async () => {
    const root = await createProject({
      ...FILES,
      'packages/api/package.json': '{ "type": "module" }',
      'packages/api/procedures/pong.ts': PING.replace('ping =', 'pong ='),
    });
    const { err } = await runIn(join(root, 'packages/api/procedures'), 'routes');
    expect(err).toMatch(/^ {2}--> procedures\/pong\.ts:/m);
  });

  test('is one that was deployed without its sources, as long as its server is there.', async () => {
    const root = await createFolder({ 'package.json': '{}', '.procgen/server/index.js': '' });
    await mkdir(join(root, 'data'));
    expect(await runIn(join(root, 'data'), 'keys list')).toMatchObject({ exitCode: 0 });
  });

  test('has its procedures where the environment says.', async () => {
    const root = await createProject({ 'api/ping.ts': PING });
    const { err } = await runIn(join(root, 'api'), 'routes', { PROCGEN_PROCEDURES: 'api' });
    expect(err).toContain('error[unknown-tag]');
    expect(err).toContain('--> api/ping.ts');
  });
});

test.each(['build', 'build --check', 'routes', 'serve', 'diff main', 'eject templates', 'keys list'])(
  'Outside a project procgen %s says so, exits 2 and writes nothing.',
  async (line) => {
    const folder = await createFolder({ 'package.json': '{}' });
    const { exitCode, out, err } = await runIn(folder, line);
    expect({ exitCode, out }).toEqual({ exitCode: 2, out: '' });
    expect(err).toMatch(
      /^error: There is no procgen project in this folder or above it\.\nhelp: "procgen init" creates one here, "procgen -C <dir> …" runs in another folder\./,
    );
    expect(await readdir(folder)).toEqual(['package.json']);
  },
);

describe('A configuration that no command would read because of its name', () => {
  test.each(['js', 'mjs', 'cjs', 'mts', 'cts', 'json'])(
    'is refused by every command that needs one: procgen.config.%s.',
    async (end) => {
      const root = await createProject({ [`procgen.config.${end}`]: CONFIG, 'procedures/ping.ts': PING });
      for (const line of ['build', 'routes', 'doctor', 'keys create', 'serve']) {
        const { exitCode, err } = await runIn(root, line);
        expect(err).toBe(
          `error: procgen.config.${end} is not supported: procgen reads procgen.config.ts.\n` +
            'help: Rename it to procgen.config.ts, with the configuration as its default export.\n',
        );
        expect(exitCode).toBe(2);
      }
      expect(await readdir(root)).not.toContain('.procgen');
    },
  );

  test('is refused where there are no procedures beside it, too.', async () => {
    const root = await createProject({ 'procgen.config.js': CONFIG, 'src/api/ping.ts': PING });
    expect((await runIn(root, 'build')).err).toContain('procgen.config.js is not supported');
  });

  test('is read where --config names it, and may stand beside procgen.config.ts.', async () => {
    const root = await createProject({ 'procgen.config.mts': CONFIG, 'procedures/ping.ts': PING });
    expect((await runIn(root, 'build --config procgen.config.mts')).exitCode).toBe(0);
    await writeFile(join(root, 'procgen.config.ts'), CONFIG);
    expect((await runIn(root, 'build')).exitCode).toBe(0);
  });

  test('may be a compiled one where the procedures are not deployed.', async () => {
    const root = await createProject(FILES);
    await runIn(root, 'build');
    for (const path of ['procedures', 'procgen.config.ts']) await rm(join(root, path), { recursive: true });
    await writeFile(join(root, 'procgen.config.js'), CONFIG);
    expect((await runIn(root, 'keys create')).exitCode).toBe(0);
  });
});
