import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Command as CommanderCommand, CommanderError } from 'commander';
import { CliFailure } from './cli-failure.js';
import { EXIT } from './exit-code.js';
import type { Io } from './io.js';

// `require`, because it loads commander's one CommonJS file chain in two thirds of the time that `import` takes, and
// nothing that a command does: `procgen --help` must feel instant. Every command imports its own work when it runs.
const { Command } = createRequire(import.meta.url)('commander') as typeof import('commander');

/** Thrown when the help or the version has been shown and there is nothing left to do. */
export class Shown {
  readonly exitCode: number;

  constructor(exitCode: number) {
    this.exitCode = exitCode;
  }
}

type Finish = (exitCode: number) => void;

/** The commands, their options and their help. A wrong command line is thrown as a `CliFailure`, help as `Shown`. */
export function createProgram(io: Io, finish: Finish): CommanderCommand {
  const program = new Command('procgen')
    .description('Typed server procedures become a REST service and a typed client.')
    .option('-C, --cwd <dir>', 'run as if started in this folder')
    .version(readVersion(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .addHelpText('before', 'Example:\n  $ procgen build && procgen serve\n')
    .addHelpText('after', '\nEvery command has its own help: procgen build --help')
    .helpCommand('help [command]', 'print the help of a command')
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text),
      outputError: () => {},
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    });
  addBuild(program, io, finish);
  addServe(program, io, finish);
  addRoutes(program, io, finish);
  addKeys(program, io, finish);
  addUsers(program, io, finish);
  for (const command of withDescendants(program)) command.exitOverride((error) => refuse(command, error));
  return program;
}

function addBuild(program: CommanderCommand, io: Io, finish: Finish): void {
  addCommand(program, 'build', 'compile the procedures into description, route table and client', [
    'procgen build',
    'procgen build --check   # in CI: fails when the generated files are stale',
  ])
    .option('--check', 'write nothing; fail when the generated files are stale')
    .option('--json', 'print one JSON object about the build')
    .option('--config <file>', 'the configuration; procgen.config.ts when absent')
    .action(async (_options, command: CommanderCommand) => {
      const { runBuild } = await import('./build/run-build.js');
      finish(await runBuild(command.optsWithGlobals(), io));
    });
}

function addServe(program: CommanderCommand, io: Io, finish: Finish): void {
  addCommand(program, 'serve', 'serve the procedures over HTTP', [
    'procgen serve',
    'procgen serve --mode production --host 0.0.0.0 --port 8080',
  ])
    .option('--port <number>', 'the port; 0 is any free one (default: $PORT, else 3000 or the next free one)')
    .option('--host <address>', 'the address to listen on; loopback when absent')
    .option('--mode <mode>', 'development (rebuilds, explorer) or production (serves what was built)')
    .option('--store <url>', 'where keys and users are kept (default: file:.procgen/store.json)')
    .option('--config <file>', 'the configuration; procgen.config.ts when absent')
    .action(async (_options, command: CommanderCommand) => {
      const { runServe } = await import('./serve/run-serve.js');
      finish(await runServe(command.optsWithGlobals(), io));
    });
}

function addRoutes(program: CommanderCommand, io: Io, finish: Finish): void {
  addCommand(program, 'routes', 'list the routes', ['procgen routes'])
    .option('--json', 'print one JSON object')
    .option('--config <file>', 'the configuration; procgen.config.ts when absent')
    .action(async (_options, command: CommanderCommand) => {
      const { runRoutes } = await import('./routes/run-routes.js');
      finish(await runRoutes(command.optsWithGlobals(), io));
    });
}

function addKeys(program: CommanderCommand, io: Io, finish: Finish): void {
  const keys = addCommand(program, 'keys', 'API keys from the terminal', [
    'procgen keys create --name ci --expires 30d',
  ]);
  addStoreOptions(
    addCommand(keys, 'create', 'make a key and show it, this once', [
      'procgen keys create --name ci --scopes read --expires 30d',
      'export API_KEY=$(procgen keys create --plain)',
    ])
      .option('--user <id>', 'the owner, made when first named (default: local)')
      .option('--name <name>', 'what the key is for (default: terminal)')
      .option('--scopes <list>', 'what it may do, with commas: read, write or names; everything when absent')
      .option('--expires <when>', '30d, 12h, an ISO date or never (default: never)')
      .option('--plain', 'print the key alone'),
  ).action(async (_options, command: CommanderCommand) => {
    const { runKeysCreate } = await import('./keys/run-keys-create.js');
    finish(await runKeysCreate(command.optsWithGlobals(), io));
  });
  addStoreOptions(
    addCommand(keys, 'list', 'list keys, never a secret', ['procgen keys list']).option(
      '--user <id>',
      'the owner; every user when absent',
    ),
  ).action(async (_options, command: CommanderCommand) => {
    const { runKeysList } = await import('./keys/run-keys-list.js');
    finish(await runKeysList(command.optsWithGlobals(), io));
  });
  addStoreOptions(
    addCommand(keys, 'revoke', 'delete a key; it stops working at once', ['procgen keys revoke key_…'])
      .argument('<id>', 'the id of the key, as procgen keys list shows it')
      .option('--user <id>', 'the owner; whoever it is when absent'),
  ).action(async (id: string, _options, command: CommanderCommand) => {
    const { runKeysRevoke } = await import('./keys/run-keys-revoke.js');
    finish(await runKeysRevoke(id, command.optsWithGlobals(), io));
  });
}

function addUsers(program: CommanderCommand, io: Io, finish: Finish): void {
  const users = addCommand(program, 'users', 'users and their sign-in links', ['procgen users link']);
  addStoreOptions(
    addCommand(users, 'add', 'make a user', ['procgen users add alice']).argument(
      '<id>',
      'the id of the user',
    ),
  ).action(async (id: string, _options, command: CommanderCommand) => {
    const { runUsersAdd } = await import('./users/run-users-add.js');
    finish(await runUsersAdd(id, command.optsWithGlobals(), io));
  });
  addStoreOptions(addCommand(users, 'list', 'list the users', ['procgen users list'])).action(
    async (_options, command: CommanderCommand) => {
      const { runUsersList } = await import('./users/run-users-list.js');
      finish(await runUsersList(command.optsWithGlobals(), io));
    },
  );
  addStoreOptions(
    addCommand(users, 'link', 'make a link that signs a user in, once', [
      'procgen users link alice --base-url https://api.example.com',
    ])
      .argument('[id]', 'the id of the user, made when first named', 'local')
      .option(
        '--base-url <url>',
        'where the service is reached (default: the configuration’s, else localhost)',
      )
      .option('--plain', 'print the link alone'),
  ).action(async (id: string, _options, command: CommanderCommand) => {
    const { runUsersLink } = await import('./users/run-users-link.js');
    finish(await runUsersLink(id, command.optsWithGlobals(), io));
  });
}

function addStoreOptions(command: CommanderCommand): CommanderCommand {
  return command
    .option('--store <url>', 'where keys and users are kept (default: file:.procgen/store.json)')
    .option('--config <file>', 'the configuration; procgen.config.ts when absent')
    .option('--json', 'print one JSON object');
}

function addCommand(
  parent: CommanderCommand,
  name: string,
  description: string,
  examples: readonly string[],
): CommanderCommand {
  const lines = examples.map((example) => `  $ ${example}`);
  return parent
    .command(name)
    .description(description)
    .helpOption('-h, --help', 'print this help')
    .helpCommand(false)
    .addHelpText('before', `${examples.length === 1 ? 'Example' : 'Examples'}:\n${lines.join('\n')}\n`);
}

function withDescendants(command: CommanderCommand): CommanderCommand[] {
  return [command, ...command.commands.flatMap(withDescendants)];
}

function refuse(command: CommanderCommand, error: CommanderError): never {
  if (error.exitCode === 0) throw new Shown(EXIT.fine);
  if (error.code === 'commander.help') throw new Shown(EXIT.usage);
  throw new CliFailure(printUsageFault(error.message), {
    help: `${printCommandLine(command)} --help lists what there is.`,
  });
}

/** Commander's message as one sentence in our own form: `Unknown option "--chek". Did you mean "--check"?` */
function printUsageFault(message: string): string {
  const [fault = '', suggestion] = message
    .replace(/^error: /, '')
    .replace(/^option '(--[\w-]+).*' argument missing$/, '$1 needs a value')
    .split('\n');
  const sentence = `${fault.charAt(0).toUpperCase()}${fault.slice(1)}`
    .replace(/'/g, '"')
    .replace(/([^.])$/, '$1.');
  const names = /^\(Did you mean (?:one of )?(.+)\?\)$/.exec(suggestion ?? '')?.[1];
  if (!names) return sentence;
  return `${sentence} Did you mean ${names
    .split(', ')
    .map((name) => `"${name}"`)
    .join(' or ')}?`;
}

function printCommandLine(command: CommanderCommand): string {
  return command.parent ? `${printCommandLine(command.parent)} ${command.name()}` : command.name();
}

function readVersion(): string {
  const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}
