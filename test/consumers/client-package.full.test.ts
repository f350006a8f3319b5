import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
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
const options = { baseUrl: process.argv[2] ?? '', apiKey: 'pgk_test', retries: 0 };
const created: ApiKeysCreateResult = await createClient(options).apiKeys.create({ name: 'ci' });
const [first] = await apiKeysList(createTransport(options)).orThrow();
const failed = await createClient(options).apiKeys.delete({ id: 'x' }).orThrow().catch((error: unknown) => error);
const key: string = created.success ? created.payload.key : created.message;
console.log(JSON.stringify([key, first?.name, failed instanceof ApiError && failed.status]));
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
  const args = [PROCGEN, '-C', REPOSITORY, 'build', '--client-package', join(folder, 'client')];
  expect(await runProgram(process.execPath, args, folder)).toMatchObject({ code: 0 });
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
  expect(ran, ran.stderr).toMatchObject({ code: 0, stdout: '["pgk_secret","first",404]\n' });
});

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
    'package.json',
  ]);
  return join(copy, filename);
}
