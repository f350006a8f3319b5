import type { Command } from 'commander';
import { addCommand, CONFIG_OPTION, type CreateAction } from './add-command.js';
import type { Shell } from './completion/run-completion.js';
import type { DiffOptions } from './diff/run-diff.js';
import type { Io } from './io.js';

/** `init`, `build`, `serve`, `routes`, `doctor`, `eject`, `explain`, `diff` and `completion`. */
export function addProjectCommands(program: Command, run: CreateAction): void {
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

function addInit(program: Command, run: CreateAction): void {
  addCommand(program, 'init', 'create a project, or add procgen to an existing one', [
    'procgen init shop',
    'procgen init --yes      # in the current folder, without prompts',
  ])
    .argument('[dir]', 'the folder of the project (default: the current folder)')
    .option('-y, --yes', 'skip the prompts and use the defaults')
    .option('--force', 'overwrite existing files')
    .action(run(async () => (await import('./init/run-init.js')).runInit));
}

function addBuild(program: Command, run: CreateAction): void {
  addCommand(
    program,
    'build',
    'compile the procedures to an OpenAPI description, a route table and a client',
    ['procgen build', 'procgen build --check   # in CI: fail if the generated files are stale'],
  )
    .option('--check', 'write nothing, and exit with 3 if the generated files are stale')
    .option('--watch', 'rebuild after each change until Ctrl-C')
    .option('--json', 'the same as --format json')
    .addOption(
      program
        .createOption(
          '--format <format>',
          'the format of the report on stdout; GitHub Actions always gets annotations',
        )
        .choices(['text', 'json', 'github', 'gitlab', 'sarif'])
        .default('text')
        .conflicts('json'),
    )
    .addOption(
      program
        .createOption(
          '--fail-on <severity>',
          'the lowest severity that makes the command exit with 1; warnings never prevent files from being written',
        )
        .choices(['error', 'warning'])
        .default('error'),
    )
    .option(
      '--mocks',
      'also write client.mock.ts, a client that returns generated data, for tests without a server',
    )
    .option('--client-package <dir>', 'also write the client as a package, ready for npm publish')
    .option(...CONFIG_OPTION)
    .action(run(async () => (await import('./build/run-build.js')).runBuild));
}

function addServe(program: Command, run: CreateAction): void {
  addCommand(program, 'serve', 'serve the procedures over HTTP', [
    'procgen serve',
    'procgen serve --mode production --host 0.0.0.0 --port 8080',
  ])
    .option(
      '--port <number>',
      'the port, 0 for any free one (default: $PORT, else 3000 or the next free port)',
    )
    .option('--host <address>', 'the address to listen on (default: 127.0.0.1)')
    .addOption(
      program
        .createOption(
          '--mode <mode>',
          'development rebuilds and serves an API explorer, production serves the last build',
        )
        .choices(['development', 'production']),
    )
    .option('--watch', 'rebuild after each change and replace the routes without a restart')
    .option('--store <url>', 'file:PATH or postgres://… (default: file:.procgen/store.json)')
    .option(
      '--rate-limit-store <url>',
      'where calls are counted: memory or redis://HOST (default: memory); set a URL with a password in PROCGEN_RATE_LIMIT_STORE',
    )
    .option(...CONFIG_OPTION)
    .action(run(async () => (await import('./serve/run-serve.js')).runServe));
}

function addRoutes(program: Command, run: CreateAction): void {
  addCommand(program, 'routes', 'list the routes', ['procgen routes'])
    .option('--json', 'print one JSON object')
    .option(...CONFIG_OPTION)
    .action(run(async () => (await import('./routes/run-routes.js')).runRoutes));
}

function addDoctor(program: Command, run: CreateAction): void {
  addCommand(program, 'doctor', 'check the project and its environment', ['procgen doctor'])
    .option('--fix', 'rebuild stale generated files and set "type": "module" in package.json')
    .option('--json', 'print one JSON object')
    .option(...CONFIG_OPTION)
    .action(run(async () => (await import('./doctor/run-doctor.js')).runDoctor));
}

function addEject(program: Command, run: CreateAction): void {
  const eject = addCommand(program, 'eject', 'copy parts of procgen into the project', [
    'procgen eject templates',
  ]);
  addCommand(
    eject,
    'templates',
    'copy the templates next to the configuration file; builds then use the copies',
    ['procgen eject templates'],
  )
    .option('--force', 'overwrite existing templates')
    .option(...CONFIG_OPTION)
    .action(run(async () => (await import('./eject/run-eject-templates.js')).runEjectTemplates));
}

function addExplain(program: Command, run: CreateAction): void {
  addCommand(program, 'explain', 'explain a diagnostic, with an incorrect and a correct example', [
    'procgen explain unknown-tag',
  ])
    .argument('[code]', 'the code in error[…] or warning[…]; without it, all codes are listed')
    .action(run(async () => (await import('./explain/run-explain.js')).runExplain));
}

function addDiff(program: Command, run: CreateAction): void {
  addCommand(program, 'diff', 'compare two OpenAPI descriptions and list the changes, breaking ones first', [
    'procgen diff origin/main                   # the procedures compared with the main branch',
    'procgen diff v1.0.0 v2.0.0 --fail-on risky # two tags',
    'procgen diff http://localhost:3000         # compared with a running server',
    'procgen diff origin/main --format markdown # for a comment on a pull request',
  ])
    .argument('<base>', 'a git ref, ref:path, a file, or the URL of a server on this machine')
    .argument('[head]', 'the same (default: the procedures in the working tree)')
    .addOption(
      program
        .createOption('--format <format>', 'the format of the report')
        .choices(['text', 'json', 'markdown'])
        .default('text')
        .conflicts('json'),
    )
    .option('--json', 'the same as --format json')
    .addOption(
      program
        .createOption('--fail-on <level>', 'the lowest level of change that makes the command exit with 4')
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

function addCompletion(program: Command, run: CreateAction): void {
  addCommand(program, 'completion', 'print a completion script for your shell', [
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
