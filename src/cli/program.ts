import type { Command as CommanderCommand, CommanderError } from 'commander';
import type { CreateAction } from './add-command.js';
import { CliFailure } from './cli-failure.js';
import { Command } from './commander.js';
import { EXIT } from './exit-code.js';
import type { Io } from './io.js';
import { readProcgenManifest } from './procgen-package.js';
import { addProjectCommands } from './project-commands.js';
import { addStoreCommands } from './store-commands.js';

/** Thrown after the help or the version has been printed. */
export class EarlyExit {
  readonly exitCode: number;

  constructor(exitCode: number) {
    this.exitCode = exitCode;
  }
}

/** The commands, their options and their help. An invalid command line throws a `CliFailure`, help an `EarlyExit`. */
export function createProgram(io: Io, finish: (exitCode: number) => void): CommanderCommand {
  const run: CreateAction =
    (load) =>
    async (...given) => {
      const command = given.at(-1) as CommanderCommand;
      const work = (await load()) as (...given: unknown[]) => number | Promise<number>;
      finish(await work(...given.slice(0, -2), command.optsWithGlobals(), io));
    };
  const program = new Command('procgen')
    .description('Typed server procedures become a REST service and a typed client.')
    .option('-C, --cwd <dir>', 'run as if started in this folder')
    .version(readProcgenManifest().version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .addHelpText(
      'after',
      '\nExample:\n  $ procgen build && procgen serve\n\nEvery command has its own help: procgen build --help',
    )
    .helpCommand('help [command]', 'print the help of a command')
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text),
      outputError: () => {},
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    });
  addProjectCommands(program, run);
  addStoreCommands(program, run);
  for (const command of listWithDescendants(program))
    command.exitOverride((error) => convertError(command, error));
  return program;
}

function listWithDescendants(command: CommanderCommand): CommanderCommand[] {
  return [command, ...command.commands.flatMap(listWithDescendants)];
}

function convertError(command: CommanderCommand, error: CommanderError): never {
  if (error.exitCode === 0) throw new EarlyExit(EXIT.fine);
  if (error.code === 'commander.help') throw new EarlyExit(EXIT.usage);
  throw new CliFailure(printUsageError(error.message), {
    help: `${printCommandLine(command)} --help lists the options.`,
  });
}

/** Commander's message in procgen's form: `Unknown option "--chek". Did you mean "--check"?` */
function printUsageError(message: string): string {
  const [error = '', suggestion] = message
    .replace(/^error: /, '')
    .replace(/^option '(--[\w-]+).*' argument missing$/, '$1 needs a value')
    .replace(/^option '(--[\w-]+).*?' argument '(.*)' is invalid\. Allowed choices are (.*)\.$/, printChoices)
    .replace(
      /^command-argument value '(.*)' is invalid for argument '(.*)'\. Allowed choices are (.*)\.$/,
      (text, value, name, choices) => printChoices(text, name, value, choices),
    )
    .split('\n');
  const sentence = `${error.charAt(0).toUpperCase()}${error.slice(1)}`
    .replace(/'/g, '"')
    .replace(/([^.])$/, '$1.');
  const names = /^\(Did you mean (?:one of )?(.+)\?\)$/.exec(suggestion ?? '')?.[1];
  if (!names) return sentence;
  return `${sentence} Did you mean ${names
    .split(', ')
    .map((name) => `"${name}"`)
    .join(' or ')}?`;
}

function printChoices(_text: string, name: string, value: string, choices: string): string {
  return `${name} must be ${choices.replace(/, ([^,]*)$/, ' or $1')}, not '${value}'`;
}

function printCommandLine(command: CommanderCommand): string {
  return command.parent ? `${printCommandLine(command.parent)} ${command.name()}` : command.name();
}
