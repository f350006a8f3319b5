import type { Command } from 'commander';

/**
 * Runs a command with its arguments, its options, including those of the program, and an `Io`; returns the exit code.
 */
export type CommandHandler = (...given: never[]) => number | Promise<number>;

/** Makes a commander action that loads the command's code on demand. */
export type CreateAction = (load: () => Promise<CommandHandler>) => (...given: unknown[]) => Promise<void>;

/** The option of every command that works on a project. */
export const CONFIG_OPTION = [
  '--config <file>',
  'the configuration file (default: procgen.config.ts)',
] as const;

/** Adds a command with examples at the end of its help. */
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
