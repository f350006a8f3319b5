import type { Command, Option } from 'commander';
import type { Io } from '../../src/cli/io.js';
import { createProgram } from '../../src/cli/program.js';

export interface CommandDescription {
  /** `keys create`. */
  readonly path: string;
  readonly command: Command;
  readonly options: readonly Option[];
}

/** The commands that run something, in the order of the help. */
export function listCommands(command: Command, path = ''): readonly CommandDescription[] {
  return command.commands.flatMap((child) => {
    const own = `${path} ${child.name()}`.trim();
    const inner = listCommands(child, own);
    return inner.length > 0 ? inner : [{ path: own, command: child, options: child.options }];
  });
}

/** The program of the command line, of which nothing is run. */
export function describeProgram(): Command {
  const output = { write: () => {}, isTTY: false };
  return createProgram({ stdout: output, stderr: output } as unknown as Io, () => {});
}
