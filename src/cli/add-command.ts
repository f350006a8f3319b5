import type { Command } from 'commander';

/** Told what a command exits with. */
export type Finish = (exitCode: number) => void;

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
