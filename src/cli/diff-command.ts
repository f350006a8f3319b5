import type { Command } from 'commander';
import { addCommand, CONFIG_OPTION, type Run } from './add-command.js';
import type { DiffOptions } from './diff/run-diff.js';
import type { Io } from './io.js';

/** `diff`. */
export function addDiff(program: Command, run: Run): void {
  addCommand(program, 'diff', 'say what changed between two OpenAPI descriptions, breaking changes first', [
    'procgen diff origin/main                   # the procedures against the main branch',
    'procgen diff v1.0.0 v2.0.0 --fail-on risky # two tags',
    'procgen diff http://localhost:3000         # against a running server',
    'procgen diff origin/main --format markdown # for a comment of a pull request',
  ])
    .argument('<base>', 'a file, a git ref (or ref:path), or the URL of a server on this machine')
    .argument('[head]', 'the same; what the procedures say now, built or not, when absent')
    .addOption(
      program
        .createOption('--format <format>', 'how the changes are printed')
        .choices(['text', 'json', 'markdown'])
        .default('text')
        .conflicts('json'),
    )
    .option('--json', 'the same as --format json')
    .addOption(
      program
        .createOption('--fail-on <level>', 'exit with 4 when a change is this bad')
        .choices(['breaking', 'risky', 'none'])
        .default('breaking'),
    )
    .option(...CONFIG_OPTION)
    .action(
      run(async () => {
        const { runDiff } = await import('./diff/run-diff.js');
        return (base: string, head: string | undefined, options: DiffOptions, io: Io) =>
          runDiff({ base, head }, options, io);
      }),
    );
}
