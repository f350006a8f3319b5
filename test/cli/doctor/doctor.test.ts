import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { checkNode } from '../../../src/cli/doctor/check-packages.js';
import type { DoctorReport } from '../../../src/cli/doctor/print-findings.js';
import { readProcgenManifest } from '../../../src/cli/procgen-package.js';
import { run } from '../../../src/cli/run.js';
import { FakeIo } from '../fake-io.js';
import { CONFIG, createFolder, createProject, PING, REPOSITORY } from '../temporary-project.js';

const FILES = { 'procgen.config.ts': CONFIG, 'procedures/demo.ts': PING };
const ENV = { PORT: '0' };

let root: string;
beforeEach(async () => {
  root = await createProject(FILES);
});

async function put(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), text);
}

/** What is not in order, as `check: message`, and the exit code. */
async function examine(env: Record<string, string> = ENV, flags: readonly string[] = []) {
  const io = new FakeIo(root, { env });
  const exitCode = await run(['doctor', '--json', ...flags], io);
  const report = JSON.parse(io.out) as DoctorReport;
  const bad = report.findings.filter(({ status }) => status !== 'ok');
  expect(bad.filter(({ help }) => !help)).toEqual([]);
  return {
    exitCode,
    ok: report.ok,
    findings: report.findings,
    bad: bad.map(({ check, message }) => `${check}: ${message}`),
  };
}

describe('procgen doctor', () => {
  test('finds a built project in order: every check is named, and it exits 0', async () => {
    await run(['build'], new FakeIo(root));
    const io = new FakeIo(root, { env: ENV });
    await expect(run(['doctor'], io)).resolves.toBe(0);
    expect(io.out).toBe('');
    const checks = [
      'node',
      'procgen',
      'zod',
      'module-type',
      'configuration',
      'procedures',
      'generated-files',
    ];
    for (const check of [...checks, 'built-server', 'write-access', 'store', 'port']) {
      expect(io.err).toMatch(new RegExp(`^ok +${check} `, 'm'));
    }
    expect(io.err).toMatch(/\nEverything is in order\.\n$/);
  });

  test('prints one versioned object with --json, and nothing else', async () => {
    await run(['build'], new FakeIo(root));
    const io = new FakeIo(root, { env: ENV });
    await run(['doctor', '--json'], io);
    expect(io.err).toBe('');
    expect(JSON.parse(io.out)).toEqual({
      version: 1,
      ok: true,
      findings: expect.arrayContaining([
        { check: 'procedures', status: 'ok', message: '1 procedure in 1 file.' },
      ]),
    });
  });

  test('names the stale files, exits 1 and says what fixes it, changing nothing', async () => {
    const { exitCode, ok, bad } = await examine();
    expect(bad[0]).toBe(
      'generated-files: Not up to date: generated/client.ts, generated/openapi.json, generated/routes.ts.',
    );
    expect({ exitCode, ok }).toEqual({ exitCode: 1, ok: false });
    const io = new FakeIo(root, { env: ENV });
    await run(['doctor'], io);
    expect(io.err).toContain('help: Run "procgen build" and commit the result.\n');
    expect(io.err).toMatch(/\n1 error, 1 warning\.\n$/);
  });
});

describe('procgen doctor finds', () => {
  test('a broken configuration, and looks at the rest all the same', async () => {
    await put(
      'procgen.config.ts',
      "import { defineConfig } from 'procgen';\nexport default defineConfig({ tgas: {} } as object);\n",
    );
    const { bad, findings } = await examine();
    expect(bad).toEqual(['configuration: procgen.config.ts:2: There is no option `tgas`.']);
    expect(findings.map(({ check }) => check)).toContain('store');
  });

  test('errors of procedures', async () => {
    await put('procedures/demo.ts', PING.replace("'/ping'", "'ping'"));
    expect((await examine()).bad).toEqual(['procedures: The procedures have 1 error in 1 file.']);
  });

  test('a project that is no ES module', async () => {
    await put('package.json', '{}');
    expect((await examine()).bad).toContain('module-type: package.json does not have "type": "module".');
    await put('package.json', '{');
    expect((await examine()).bad).toContain('module-type: package.json is not a JSON object.');
  });

  test('with --fix, a build that is missing and a package that is no ES module are put in order', async () => {
    await put('package.json', '{\n\t"name": "demo"\n}\n');
    expect(await examine(ENV, ['--fix'])).toMatchObject({ exitCode: 0, ok: true, bad: [] });
    await expect(readFile(join(root, 'package.json'), 'utf8')).resolves.toBe(
      '{\n\t"name": "demo",\n\t"type": "module"\n}\n',
    );
    expect(await examine()).toMatchObject({ exitCode: 0, bad: [] });
  });

  test.each([
    ['commonjs', '{ "type": "commonjs" }', 'module-type: package.json does not have "type": "module".'],
    ['a list', '[]', 'module-type: package.json is not a JSON object.'],
  ])('with --fix, a package.json of %s, which stays as it is', async (_, text, finding) => {
    await put('package.json', text);
    expect((await examine(ENV, ['--fix'])).bad).toContain(finding);
    await expect(readFile(join(root, 'package.json'), 'utf8')).resolves.toBe(text);
  });

  test('with --fix, what a build leaves undone or somebody may miss', async () => {
    await examine(ENV, ['--fix']);
    await put('generated/client.ts', `${await readFile(join(root, 'generated/client.ts'), 'utf8')}// mine\n`);
    const io = new FakeIo(root, { env: ENV });
    expect(await run(['doctor', '--fix'], io)).toBe(0);
    expect(io.err).toMatch(/^note: generated\/client\.ts was edited by hand and has been overwritten/m);

    await rm(join(root, 'node_modules/.cache'), { recursive: true });
    await put('generated/client.ts', '// not of procgen');
    expect((await examine(ENV, ['--fix'])).bad).toContain(
      'generated-files: "generated/client.ts" was not written by procgen; nothing was written.',
    );
  });

  test('with --fix, procedures with errors, of which nothing is written', async () => {
    await put('procedures/broken.ts', 'export const = 1;');
    const { bad } = await examine(ENV, ['--fix']);
    expect(bad).toEqual([expect.stringContaining('procedures: The procedures have ')]);
    expect(existsSync(join(root, 'generated'))).toBe(false);
  });

  test('no zod, and a zod of another major', async () => {
    await rm(join(root, 'node_modules/zod'));
    expect((await examine()).bad).toContain('zod: zod is not installed.');
    await put('node_modules/zod/package.json', '{ "version": "3.25.1" }');
    expect((await examine()).bad).toContain('zod: zod 3.25.1 is not ^4.1.0, which procgen requires.');
  });

  test('a second copy of zod inside another package, wherever it is nested', async () => {
    await put('node_modules/@acme/forms/node_modules/zod/package.json', '{ "version": "4.2.0" }');
    const [found = ''] = (await examine()).bad.filter((line) => line.startsWith('zod'));
    expect(found).toMatch(
      /^zod: There are 2 copies of zod: .*4\.2\.0 in node_modules\/@acme\/forms\/node_modules\/zod\./,
    );
  });

  test('a second copy of procgen, and none', async () => {
    await put('node_modules/acme/node_modules/procgen/package.json', '{ "version": "0.0.9" }');
    expect((await examine()).bad.join()).toContain('procgen: There are 2 copies of procgen: ');
    await rm(join(root, 'node_modules/acme'), { recursive: true });
    await rm(join(root, 'node_modules/procgen'));
    expect((await examine()).bad.join()).toMatch(
      /procgen: procgen [\d.]+ is running, but the project has no procgen installed\./,
    );
  });

  test('packages that the configuration needs', async () => {
    const { bad } = await examine({ ...ENV, PROCGEN_RATE_LIMIT_STORE: 'redis://localhost' });
    expect(bad).toContain('packages: rateLimitStore needs the package ioredis, which is not installed.');
    await symlink(join(REPOSITORY, 'node_modules/ioredis'), join(root, 'node_modules/ioredis'));
    const { findings } = await examine({ ...ENV, PROCGEN_RATE_LIMIT_STORE: 'redis://localhost' });
    expect(findings.find(({ check }) => check === 'packages')).toMatchObject({ status: 'ok' });
    const { bad: ofStore } = await examine({ ...ENV, PROCGEN_STORE: 'postgres://:canary@127.0.0.1:1/db' });
    expect(ofStore).toContain('packages: store needs the package pg, which is not installed.');
    expect(ofStore.join()).toContain('store: The store postgres://127.0.0.1:1/db cannot be reached');
    expect(ofStore.join()).not.toContain('canary');
  });

  test('what keeps it from writing', async () => {
    await put('generated', 'a file');
    expect((await examine()).bad).toContain('write-access: generated is not a folder.');
  });

  test('a store that is damaged, or of no kind that it knows', async () => {
    await put('.procgen/store.json', '{');
    expect((await examine()).bad.join('\n')).toMatch(/store: .*store\.json/);
    expect((await examine({ ...ENV, PROCGEN_STORE: 'mysql:x' })).bad).toContain(
      'store: A store must be file:PATH or postgres://….',
    );
  });

  test('a port in use, which is an error where it was requested', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const port = String((server.address() as AddressInfo).port);
    try {
      expect((await examine({ PORT: port })).bad).toContain(`port: Port ${port} is in use.`);
      expect((await examine({ PORT: 'x' })).bad).toContain(
        'port: PORT must be a number from 0 to 65535, not "x".',
      );
    } finally {
      server.close();
    }
  });

  test('a Node that is too old', async () => {
    const manifest = readProcgenManifest();
    const installation = { root, manifest, procgenFolder: REPOSITORY, nodeVersion: '18.20.4' };
    expect(checkNode(installation)).toEqual({
      check: 'node',
      status: 'fault',
      message: 'Node 18.20.4 is not ^20.19.0 || >=22.12.0.',
      help: 'Install a newer Node.',
    });
  });

  test('that there is no project at all, without a stack', async () => {
    root = await createFolder();
    const { exitCode, bad } = await examine();
    expect(exitCode).toBe(1);
    expect(bad).toContain('module-type: There is no package.json.');
  });
});
