import { expect, test } from 'vitest';
import { listCommands } from '../../src/cli/completion/list-commands.js';
import { createProgram } from '../../src/cli/program.js';
import { run } from '../../src/cli/run.js';
import { FakeIo } from './fake-io.js';
import { createFolder } from './temporary-project.js';

async function runIn(cwd: string, argv: readonly string[], options: { isTTY?: boolean } = {}) {
  const io = new FakeIo(cwd, options);
  const exitCode = await run(argv, io);
  return { exitCode, out: io.out, err: io.err };
}

test.each([[['--help']], [['-h']], [['help']]])(
  'procgen %j prints a help that starts with its usage.',
  async (argv) => {
    const { exitCode, out, err } = await runIn('/', argv);
    expect({ exitCode, err }).toEqual({ exitCode: 0, err: '' });
    expect(out).toMatch(/^Usage: procgen \[options\] \[command\]\n/);
    for (const command of ['build', 'serve', 'routes', 'keys', 'users'])
      expect(out).toContain(`\n  ${command} `);
  },
);

test.each([
  [
    ['build', '--help'],
    ['--check', '--json', '--config'],
  ],
  [
    ['serve', '--help'],
    ['--port', '--host', '--mode', '--store', '--config'],
  ],
  [['routes', '--help'], ['--json']],
  [
    ['keys', 'create', '--help'],
    ['--user', '--name', '--scopes', '--expires', '--store', '--plain', '--json'],
  ],
  [
    ['keys', 'list', '--help'],
    ['--user', '--store', '--json'],
  ],
  [
    ['keys', 'revoke', '--help'],
    ['<id>', '--user', '--store', '--json'],
  ],
  [
    ['users', 'add', '--help'],
    ['<id>', '--store'],
  ],
  [
    ['users', 'list', '--help'],
    ['--store', '--json'],
  ],
  [
    ['users', 'link', '--help'],
    ['[id]', '--base-url', '--plain', '--store'],
  ],
])('procgen %j starts with its usage, has an example and lists %j.', async (argv, options) => {
  const { exitCode, out } = await runIn('/', argv);
  expect(exitCode).toBe(0);
  expect(out).toMatch(/^Usage: procgen /);
  expect(out).toMatch(/\n\nExamples?:\n(?: {2}\$ .*procgen .*\n)+$/);
  for (const option of options) expect(out).toContain(option);
});

test('--version prints the version of the package.', async () => {
  const { exitCode, out } = await runIn('/', ['--version']);
  expect(exitCode).toBe(0);
  expect(out).toMatch(/^\d+\.\d+\.\d+\n$/);
});

test.each([[[]], [['keys']], [['users']]])(
  'procgen %j alone is a wrong use that shows the help on stderr.',
  async (argv) => {
    const { exitCode, out, err } = await runIn('/', argv);
    expect({ exitCode, out }).toEqual({ exitCode: 2, out: '' });
    expect(err).toContain('Commands:');
  },
);

test.each([
  ['biuld', 'Unknown command "biuld". Did you mean "build"?'],
  ['xyz', 'Unknown command "xyz".'],
  ['--verison', 'Unknown option "--verison". Did you mean "--version"?'],
  ['build --chek', 'Unknown option "--chek". Did you mean "--check"?'],
  ['build extra', 'Too many arguments for "build". Expected 0 arguments but got 1.'],
  ['build --config', '--config needs a value.'],
  ['build --config nowhere.ts', 'There is no configuration "nowhere.ts".'],
  ['build -C nowhere', 'There is no folder "nowhere".'],
  ['-C nowhere routes', 'There is no folder "nowhere".'],
  ['keys lst', 'Unknown command "lst". Did you mean "list"?'],
  ['keys revoke', 'Missing required argument "id".'],
  ['users add', 'Missing required argument "id".'],
  ['serve --port', '--port needs a value.'],
  ['serve --port http', '--port must be a number from 0 to 65535, not "http".'],
  ['serve --port 70000', '--port must be a number from 0 to 65535, not "70000".'],
  ['serve --mode dev', '--mode must be development or production, not "dev".'],
  ['serve --host http://x', '--host must be an address or a host name, not "http://x".'],
  ['serve --mode production', 'There is no built server to serve in production mode.'],
  [
    'serve --host 0.0.0.0',
    'There is no built server to serve in production mode (implied by --host 0.0.0.0).',
  ],
  [
    'serve --watch --host 0.0.0.0',
    '--watch cannot be used in production mode (implied by --host 0.0.0.0): it serves the last build.',
  ],
  ['keys list --store keys.json', 'A store must be file:PATH or postgres://…. Write file:keys.json.'],
])('"procgen %s" exits 2 with one clear line on stderr.', async (line, message) => {
  const { exitCode, out, err } = await runIn(
    await createFolder({ 'procedures/items.ts': '' }),
    line.split(' '),
  );
  expect({ exitCode, out }).toEqual({ exitCode: 2, out: '' });
  expect(err.split('\n')[0]).toBe(`error: ${message}`);
  expect(err).not.toMatch(/^\s+at /m);
});

test('A terminal gets colour, a pipe none.', async () => {
  expect((await runIn('/', ['biuld'], { isTTY: true })).err).toContain('\u001b[');
  expect((await runIn('/', ['biuld'])).err).not.toContain('\u001b[');
});

test('The help of every command, of every group and of the program starts with its usage and has an example.', async () => {
  const io = new FakeIo('/');
  const lines = listCommands(createProgram(io, () => {})).map(({ path }) => path);
  expect(lines.length).toBeGreaterThan(15);
  for (const line of lines) {
    const { exitCode, out } = await runIn('/', [...line.split(' ').filter((word) => word !== ''), '--help']);
    expect(exitCode).toBe(0);
    expect(out, line).toMatch(/^Usage: procgen /);
    expect(out, line).toMatch(/\n\nExamples?:\n {2}\$ \S/);
  }
});
