import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runProgram } from './support/run-program.js';
import { toolPath } from './support/run-tool.js';

const REPOSITORY = fileURLToPath(new URL('../../', import.meta.url));
const PROCGEN = join(REPOSITORY, 'bin/procgen.js');
const OFFLINE = ['--offline', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel', 'error'];

/** What somebody writes who has nothing but the package. */
const CONSUMER = `
import { type ApiKeysCreateResult, ApiError, apiKeysList, createClient, createTransport } from 'procgen-client';
import { createMockClient } from 'procgen-client/mock';
const options = { baseUrl: process.argv[2] ?? '', apiKey: 'pgk_test', retries: 0 };
const created: ApiKeysCreateResult = await createClient(options).apiKeys.create({ name: 'ci' });
const [first] = await apiKeysList(createTransport(options)).orThrow();
const failed = await createClient(options).apiKeys.delete({ id: 'x' }).orThrow().catch((error: unknown) => error);
const key: string = created.success ? created.payload.key : created.message;
const mocked = await createMockClient({ seed: 3 }).health.check().orThrow();
console.log(JSON.stringify([mocked.status, key, first?.name, failed instanceof ApiError && failed.status]));
`;

const ANSWERS: Readonly<Record<string, readonly [status: number, body: object]>> = {
  POST: [201, { success: true, payload: { key: 'pgk_secret' } }],
  GET: [200, { success: true, payload: [{ name: 'first' }] }],
  DELETE: [404, { success: false, message: 'Not found.' }],
};

let folder: string;
let server: Server;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'procgen-package-'));
  const service = await copyService(join(folder, 'service'));
  const args = [PROCGEN, '-C', service, 'build', '--mocks', '--client-package', '../client'];
  const built = await runProgram(process.execPath, args, folder);
  expect(built, built.stderr).toMatchObject({ code: 0 });
  server = createServer((request, response) => {
    const [status, body] = ANSWERS[request.method ?? ''] ?? [500, {}];
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  server?.close();
  await rm(folder, { recursive: true, force: true });
});

test('The package has nothing for publint to say.', async () => {
  const { publint } = await import(toolPath('publint/src/index-node.js'));
  const { messages } = await publint({ pkgDir: join(folder, 'client'), strict: true, pack: false });
  expect(messages).toEqual([]);
});

test('Its types are right wherever an ES module can be imported.', async () => {
  const { checkPackage, createPackageFromTarballData } = await import(
    toolPath('@arethetypeswrong/core/dist/index.js')
  );
  const tarball = await readFile(await pack());
  const { types, problems } = await checkPackage(createPackageFromTarballData(new Uint8Array(tarball)));
  expect(types).toEqual({ kind: 'included' });
  // The package has ES modules alone, which `require` takes from Node 20.19 on.
  expect(problems.filter(({ kind }: { kind: string }) => kind !== 'CJSResolvesToESM')).toEqual([]);
});

test('Installed into an empty project, offline, it type-checks and works.', {
  timeout: 120_000,
}, async () => {
  const project = join(folder, 'project');
  await mkdir(project);
  await writeFile(join(project, 'package.json'), '{ "name": "app", "private": true, "type": "module" }');
  const installed = await runProgram('npm', ['install', ...OFFLINE, await pack()], project);
  expect(installed, installed.stderr).toMatchObject({ code: 0 });
  const compilerOptions = {
    strict: true,
    noEmitOnError: true,
    target: 'es2022',
    module: 'nodenext',
    lib: ['es2022', 'dom'],
    types: ['node'],
    typeRoots: [join(REPOSITORY, 'node_modules/@types')],
    // The declarations of the package itself are checked.
    skipLibCheck: false,
  };
  await writeFile(join(project, 'main.ts'), CONSUMER);
  await writeFile(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['main.ts'] }));
  const tsc = [join(REPOSITORY, 'node_modules/typescript/bin/tsc'), '-p', '.'];
  expect(await runProgram(process.execPath, tsc, project)).toMatchObject({ code: 0, stdout: '' });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const ran = await runProgram(process.execPath, ['main.js', url], project);
  expect(ran, ran.stderr).toMatchObject({ code: 0, stdout: '["ok","pgk_secret","first",404]\n' });
});

/** This repository's own service in a folder where no file of the repository is written. */
async function copyService(to: string): Promise<string> {
  for (const part of ['procedures', 'procgen.config.ts']) {
    await cp(join(REPOSITORY, part), join(to, part), { recursive: true });
  }
  await writeFile(join(to, 'package.json'), '{ "name": "service", "type": "module" }');
  await mkdir(join(to, 'node_modules'));
  await symlink(REPOSITORY, join(to, 'node_modules/procgen'));
  await symlink(join(REPOSITORY, 'node_modules/zod'), join(to, 'node_modules/zod'));
  return to;
}

/** The tarball that `npm publish` would send: its path. */
async function pack(): Promise<string> {
  const copy = await mkdtemp(join(folder, 'pack-'));
  await cp(join(folder, 'client'), copy, { recursive: true });
  const { stdout, stderr, code } = await runProgram('npm', ['pack', '--json', '--ignore-scripts'], copy);
  expect(code, stderr).toBe(0);
  const [{ filename, files }] = JSON.parse(stdout);
  expect(files.map(({ path }: { path: string }) => path).sort()).toEqual([
    'README.md',
    'index.d.ts',
    'index.js',
    'mock.d.ts',
    'mock.js',
    'package.json',
  ]);
  return join(copy, filename);
}
