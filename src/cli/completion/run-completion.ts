import type { Command } from 'commander';
import { DIAGNOSTIC_CATALOG } from '../../model/diagnostic-catalog.js';
import { EXIT } from '../exit-code.js';
import type { Io } from '../io.js';
import { type CommandSpec, listCommands } from './list-commands.js';
import { printBash } from './print-bash.js';
import { printFish } from './print-fish.js';
import { printZsh } from './print-zsh.js';

const PRINTERS: Readonly<Record<Shell, (commands: readonly CommandSpec[]) => string>> = {
  bash: printBash,
  zsh: printZsh,
  fish: printFish,
};

export type Shell = 'bash' | 'zsh' | 'fish';

/** `procgen completion <shell>`: prints a script, which is generated from the command definitions. */
export function runCompletion(shell: Shell, program: Command, io: Io): number {
  const commands = listCommands(program).map((spec) =>
    spec.path === 'explain' ? { ...spec, values: Object.keys(DIAGNOSTIC_CATALOG).sort() } : spec,
  );
  io.stdout.write(PRINTERS[shell](commands));
  return EXIT.fine;
}
