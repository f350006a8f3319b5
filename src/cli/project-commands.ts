import type { Command } from 'commander';
import { addCommand, CONFIG_OPTION, type Run } from './add-command.js';

/** `init`, `build`, `serve`, `routes`, `doctor`, `eject` and `explain`. */
export function addProjectCommands(program: Command, run: Run): void {
  addInit(program, run);
  addBuild(program, run);
  addServe(program, run);
  addRoutes(program, run);
  addDoctor(program, run);
  addEject(program, run);
  addExplain(program, run);
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
