import type { Command } from 'commander';
import { addCommand, CONFIG_OPTION, type Run } from './add-command.js';
import type { Shell } from './completion/run-completion.js';
import type { DiffOptions } from './diff/run-diff.js';
import type { Io } from './io.js';

/** `init`, `build`, `serve`, `routes`, `doctor`, `eject`, `explain`, `diff` and `completion`. */
export function addProjectCommands(program: Command, run: Run): void {
  addInit(program, run);
  addBuild(program, run);
  addServe(program, run);
  addRoutes(program, run);
  addDoctor(program, run);
  addEject(program, run);
  addExplain(program, run);
  addDiff(program, run);
  addCompletion(program, run);
}

function addInit(program: Command, run: Run): void {
  addCommand(program, 'init', 'start a project: configuration, procedures, a test, scripts, a CI workflow', [
    'procgen init shop',
    'procgen init --yes      # in this folder, without questions',
  ])
    .argument('[dir]', 'the folder; this one when absent')
    .option('-y, --yes', 'ask nothing')
    .option('--force', 'overwrite files that are in the way')
    .action(run(async () => (await import('./init/run-init.js')).runInit));
}

function addBuild(program: Command, run: Run): void {
  addCommand(program, 'build', 'compile the procedures into description, route table and client', [
    'procgen build',
    'procgen build --check   # in CI: fails when the generated files are stale',
  ])
    .option('--check', 'write nothing; fail when the generated files are stale')
    .option('--watch', 'build again after each change, until Ctrl-C')
    .option('--json', 'print one JSON object about the build')
    .addOption(
      program
        .createOption(
          '--format <format>',
          'what to print on stdout; on GitHub Actions annotations are automatic',
        )
        .choices(['text', 'json', 'github', 'gitlab', 'sarif'])
        .default('text')
        .conflicts('json'),
    )
    .addOption(
      program
        .createOption('--fail-on <severity>', 'exit with 1 on warnings too; the files are written as usual')
        .choices(['error', 'warning'])
        .default('error'),
    )
    .option('--mocks', 'write client.mock.ts too: the client over made-up data, for tests without a server')
    .option('--client-package <dir>', 'write the client as a package too, ready for npm publish')
    .option(...CONFIG_OPTION)
    .action(run(async () => (await import('./build/run-build.js')).runBuild));
}

function addServe(program: Command, run: Run): void {
  addCommand(program, 'serve', 'serve the procedures over HTTP', [
    'procgen serve',
    'procgen serve --mode production --host 0.0.0.0 --port 8080',
  ])
    .option('--port <number>', 'the port; 0 is any free one (default: $PORT, else 3000 or the next free one)')
    .option('--host <address>', 'the address to listen on; loopback when absent')
    .addOption(
      program
        .createOption(
          '--mode <mode>',
          'development (rebuilds, explorer) or production (serves what was built)',
        )
        .choices(['development', 'production']),
    )
    .option('--watch', 'build again after each change and swap the routes without a restart')
    .option('--store <url>', 'where keys and users are kept (default: file:.procgen/store.json)')
    .option(
      '--rate-limit-store <url>',
      'where calls are counted: memory (default) or redis://HOST; with a password use PROCGEN_RATE_LIMIT_STORE',
    )
    .option(...CONFIG_OPTION)
    .action(run(async () => (await import('./serve/run-serve.js')).runServe));
}

function addRoutes(program: Command, run: Run): void {
  addCommand(program, 'routes', 'list the routes', ['procgen routes'])
    .option('--json', 'print one JSON object')
    .option(...CONFIG_OPTION)
    .action(run(async () => (await import('./routes/run-routes.js')).runRoutes));
}

function addDoctor(program: Command, run: Run): void {
  addCommand(program, 'doctor', 'check the project and what it needs', ['procgen doctor'])
    .option('--json', 'print one JSON object')
    .option(...CONFIG_OPTION)
    .action(run(async () => (await import('./doctor/run-doctor.js')).runDoctor));
}

function addEject(program: Command, run: Run): void {
  const eject = addCommand(program, 'eject', 'copy parts of procgen into the project', [
    'procgen eject templates',
  ]);
  addCommand(eject, 'templates', 'copy the templates beside the configuration, where builds use them', [
    'procgen eject templates',
  ])
    .option('--force', 'overwrite existing templates')
    .option(...CONFIG_OPTION)
    .action(run(async () => (await import('./eject/run-eject-templates.js')).runEjectTemplates));
}

function addExplain(program: Command, run: Run): void {
  addCommand(program, 'explain', 'explain a diagnostic, with a wrong and a right example', [
    'procgen explain unknown-tag',
  ])
    .argument('[code]', 'as shown in error[…] or warning[…]; lists all codes when absent')
    .action(run(async () => (await import('./explain/run-explain.js')).runExplain));
}

function addDiff(program: Command, run: Run): void {
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

function addCompletion(program: Command, run: Run): void {
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
