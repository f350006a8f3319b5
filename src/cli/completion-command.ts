import type { Command } from 'commander';
import { addCommand, type Run } from './add-command.js';
import type { Shell } from './completion/run-completion.js';
import type { Io } from './io.js';

/** `completion`. */
export function addCompletion(program: Command, run: Run): void {
  addCommand(program, 'completion', 'print a script that completes the command line in your shell', [
    'source <(procgen completion bash)     # in ~/.bashrc',
    'source <(procgen completion zsh)      # in ~/.zshrc, after compinit',
    'procgen completion fish | source      # in ~/.config/fish/config.fish',
  ])
    .addArgument(program.createArgument('<shell>', 'your shell').choices(['bash', 'zsh', 'fish']))
    .action(
      run(async () => {
        const { runCompletion } = await import('./completion/run-completion.js');
        return (shell: Shell, _options: object, io: Io) => runCompletion(shell, program, io);
      }),
    );
}
