import type { Argument, Command, Option } from 'commander';

/** What a shell needs to complete a command. */
export interface CommandSpec {
  /** The command's words, separated by spaces; empty for `procgen` itself. */
  readonly path: string;
  readonly subcommands: readonly { readonly name: string; readonly description: string }[];
  readonly options: readonly OptionSpec[];
  /** The possible arguments; empty if any is possible. */
  readonly values: readonly string[];
}

export interface OptionSpec {
  /** `--check`, `-C` */
  readonly flags: readonly string[];
  readonly description: string;
  readonly takes: 'nothing' | 'anything' | 'file' | 'folder';
  /** Its possible values; empty if any is possible. */
  readonly choices: readonly string[];
}

/** The command and its subcommands at any depth, each including the options of its parents. */
export function listCommands(
  command: Command,
  path = '',
  inherited: readonly OptionSpec[] = [],
): readonly CommandSpec[] {
  const own = command.createHelp().visibleOptions(command).map(describeOption);
  const { commands } = command;
  const spec: CommandSpec = {
    path,
    subcommands: commands.map((sub) => ({ name: sub.name(), description: sub.description() })),
    options: [...own, ...inherited],
    values: command.registeredArguments.flatMap(({ argChoices }: Argument) => argChoices ?? []),
  };
  const global = own.filter(({ flags }) => !flags.includes('--help') && !flags.includes('--version'));
  const below = commands.flatMap((sub) =>
    listCommands(sub, `${path} ${sub.name()}`.trim(), [...inherited, ...global]),
  );
  return [spec, ...below];
}

function describeOption(option: Option): OptionSpec {
  const { short, long, description, required, optional, argChoices } = option;
  return {
    flags: [long, short].filter((flag) => flag !== undefined),
    description,
    takes: required || optional ? valueKind(option.flags) : 'nothing',
    choices: argChoices ?? [],
  };
}

/** By the name of the value: `--config <file>`, `--cwd <dir>`. */
function valueKind(flags: string): OptionSpec['takes'] {
  if (flags.includes('<file>')) return 'file';
  return flags.includes('<dir>') ? 'folder' : 'anything';
}
