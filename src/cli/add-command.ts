import type { Command } from 'commander';

/** What a command does with its arguments, its options (those of the program included) and an `Io`; gives the exit code. */
export type Work = (...given: never[]) => number | Promise<number>;

/** Makes an action of a command's work, which is loaded when the command is called for. */
export type Run = (load: () => Promise<Work>) => (...given: unknown[]) => Promise<void>;

/** The option of every command that works on a project. */
export const CONFIG_OPTION = [
  '--config <file>',
  'the configuration file (default: procgen.config.ts)',
] as const;

/** Adds a command whose help ends with its examples. */
export function addCommand(
  parent: Command,
  name: string,
  description: string,
  examples: readonly string[],
): Command {
  const lines = examples.map((example) => `  $ ${example}`);
  return parent
    .command(name)
    .description(description)
    .helpOption('-h, --help', 'print this help')
    .helpCommand(false)
    .addHelpText('after', `\n${examples.length === 1 ? 'Example' : 'Examples'}:\n${lines.join('\n')}`);
}
