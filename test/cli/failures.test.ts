import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { run } from '../../src/cli/run.js';
import { FakeIo } from './fake-io.js';
import { CONFIG, createFolder, createProject, PING } from './temporary-project.js';

const GOOD = { 'procedures/demo.ts': PING, 'procgen.config.ts': CONFIG };
/** A project without a procedure. */
const EMPTY = { 'procedures/_shared.ts': '' };
const DESCRIPTION = '{"openapi":"3.1.0","info":{"title":"a","version":"1"},"paths":{}}';

interface Failure {
  readonly line: string;
  readonly exitCode: number;
  readonly message: RegExp;
  /** What stands in the folder; in one that has procgen installed where `isProject`. */
  readonly files?: Readonly<Record<string, string>>;
  readonly isProject?: boolean;
  readonly env?: Readonly<Record<string, string>>;
}

const FAILURES: readonly Failure[] = [
  // Usage
  { line: '', exitCode: 2, message: /^Usage: procgen / },
  { line: 'biuld', exitCode: 2, message: /^error: Unknown command "biuld"\. Did you mean "build"\?/ },
  { line: 'keys lsit', exitCode: 2, message: /Did you mean "list"\?/ },
  {
    line: 'build --chekc',
    exitCode: 2,
    message: /^error: Unknown option "--chekc"\. Did you mean "--check"\?/,
  },
  { line: 'build now', exitCode: 2, message: /^error: Too many arguments for "build"/ },
  { line: 'build --config', exitCode: 2, message: /^error: --config needs a value\./ },
  {
    line: 'build --format yaml',
    exitCode: 2,
    message: /^error: --format must be text, json, github, gitlab or sarif, not "yaml"\./,
  },
  {
    line: 'build --json --format sarif',
    exitCode: 2,
    message: /^error: .*--json.*--format|^error: .*--format.*--json/,
  },
  { line: '-C nowhere build', exitCode: 2, message: /^error: There is no folder "nowhere"\./ },
  { line: 'completion', exitCode: 2, message: /^error: Missing required argument "shell"\./ },
  { line: 'completion ksh', exitCode: 2, message: /^error: Shell must be bash, zsh or fish, not "ksh"\./ },
  // Build
  { line: 'build', exitCode: 2, message: /^error: There is no procgen project in this folder or above it\./ },
  { line: 'build', exitCode: 1, message: /^error\[nothing-to-expose\]/, files: EMPTY },
  {
    line: 'build',
    exitCode: 1,
    message: /^error\[syntax-error\]/,
    files: { ...GOOD, 'procedures/demo.ts': 'const (' },
    isProject: true,
  },
  {
    line: 'build',
    exitCode: 2,
    message: /^error\[invalid-config\]/,
    files: { ...GOOD, 'procgen.config.ts': CONFIG.replace('tags', 'tag') },
    isProject: true,
  },
  {
    line: 'build',
    exitCode: 2,
    message: /^error: PROCGEN_BODY_LIMIT must be a whole number/,
    files: EMPTY,
    env: { PROCGEN_BODY_LIMIT: 'much' },
  },
  { line: 'build --config lost.ts', exitCode: 2, message: /^error: There is no configuration "lost\.ts"\./ },
  {
    line: 'build --check',
    exitCode: 3,
    message: /^missing {2}generated\/client\.ts/,
    files: GOOD,
    isProject: true,
  },
  { line: 'routes', exitCode: 1, message: /^error\[nothing-to-expose\]/, files: EMPTY },
  // Serve
  { line: 'serve --port http', exitCode: 2, message: /^error: --port must be a number/ },
  { line: 'serve --mode production', exitCode: 2, message: /^error: There is no built server/, files: EMPTY },
  // Keys, users and stores
  { line: 'keys list', exitCode: 2, message: /^error: There is no procgen project in this folder/ },
  { line: 'keys revoke', exitCode: 2, message: /^error: Missing required argument "id"/ },
  { line: 'keys create --expires soon --store file:./s.json', exitCode: 2, message: /^error: .*soon/ },
  { line: 'users add', exitCode: 2, message: /^error: Missing required argument "id"/ },
  {
    line: 'store verify --store file:./s.json',
    exitCode: 2,
    message: /s\.json/,
    files: { 's.json': 'not a store' },
  },
  {
    line: 'keys list --store nonsense://x',
    exitCode: 2,
    message: /^error: A store must be file:PATH or postgres:/,
  },
  // Diff
  { line: 'diff', exitCode: 2, message: /^error: Missing required argument "base"\./ },
  { line: 'diff lost.json', exitCode: 2, message: /^error: There is no file "lost\.json"/, files: EMPTY },
  {
    line: 'diff main',
    exitCode: 2,
    message: /^error: There is no file "main", and this folder is not in a git repository/,
    files: EMPTY,
  },
  {
    line: 'diff --fail-on never a.json a.json',
    exitCode: 2,
    message: /^error: --fail-on must be breaking, risky or none, not "never"\./,
  },
  { line: 'diff . a.json', exitCode: 2, message: /^error: "\." is a folder/ },
  {
    line: 'diff package.json a.json',
    exitCode: 2,
    message: /^error: "package\.json" cannot be compared\. It is JSON but not an OpenAPI description/,
    files: { 'package.json': '{}', 'a.json': DESCRIPTION },
  },
  {
    line: 'diff a.yaml a.json',
    exitCode: 2,
    message: /It is not JSON: it looks like YAML/,
    files: { 'a.yaml': 'openapi: 3.1.0', 'a.json': DESCRIPTION },
  },
  {
    line: 'diff a.json a.json',
    exitCode: 2,
    message: /It is an OpenAPI 3\.0\.3 description/,
    files: { 'a.json': DESCRIPTION.replace('3.1.0', '3.0.3') },
  },
  { line: 'diff a.json a.json', exitCode: 2, message: /It is empty/, files: { 'a.json': '' } },
  {
    line: 'diff https://example.com a.json',
    exitCode: 2,
    message: /^error: "https:\/\/example\.com" is on another machine/,
    files: { 'a.json': DESCRIPTION },
  },
  {
    line: 'diff http://127.0.0.1:1 a.json',
    exitCode: 2,
    message: /^error: "http:\/\/127\.0\.0\.1:1" could not be reached/,
    files: { 'a.json': DESCRIPTION },
  },
  { line: 'diff --upload-pack=x a.json', exitCode: 2, message: /^error: Unknown option/ },
  {
    line: 'diff a.json b.json',
    exitCode: 2,
    message:
      /^error: The descriptions cannot be compared\. .* refers to "#\/components\/lost", which does not exist/,
    files: { 'a.json': withResponse('#/info'), 'b.json': withResponse('#/components/lost') },
  },
  {
    line: 'diff a.json b.json',
    exitCode: 2,
    message: /outside of the description\. Bundle it/,
    files: { 'a.json': withResponse('#/info'), 'b.json': withResponse('other.json') },
  },
  {
    line: 'diff a.json b.json',
    exitCode: 4,
    message: /^1 breaking/,
    files: { 'a.json': DESCRIPTION.replace('{}', '{"/a":{"get":{}}}'), 'b.json': DESCRIPTION },
  },
];

/** A description whose one response is a reference. */
function withResponse(reference: string): string {
  return DESCRIPTION.replace(
    '{}',
    JSON.stringify({ '/a': { get: { responses: { 200: { $ref: reference } } } } }),
  );
}

test.each(FAILURES.map((failure) => [failure.line, failure.exitCode, failure] as const))(
  '"procgen %s" fails with %i, tells why on stderr, and shows no stack.',
  async (line, exitCode, { message, files = {}, isProject, env = {} }) => {
    const cwd = await (isProject ? createProject(files) : createFolder(files));
    const io = new FakeIo(cwd, { env: { ...env, GIT_CEILING_DIRECTORIES: '/' } });
    expect({
      exitCode: await run(
        line.split(' ').filter((word) => word !== ''),
        io,
      ),
      err: io.err,
    }).toEqual({
      exitCode,
      err: expect.stringMatching(message),
    });
    expect(io.err).not.toMatch(/^\s+at .*[(:]\d+:\d+\)?$/m);
    // Only a comparison that was made has something for stdout.
    if (exitCode !== 4) expect(io.out).toBe('');
  },
);

test('A port that is taken is told in one line, with 2.', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const io = new FakeIo(await createProject(GOOD));
  const exitCode = await run(['serve', '--port', String(port)], io);
  server.close();
  expect({ exitCode, out: io.out }).toEqual({ exitCode: 2, out: '' });
  expect(io.err).toMatch(new RegExp(`^error: .*${port}`, 'm'));
});
