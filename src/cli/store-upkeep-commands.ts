import type { Command } from 'commander';
import { addCommand, CONFIG_OPTION, type Run } from './add-command.js';

/** `store`: what an operator does with the store itself. */
export function addStoreUpkeepCommands(program: Command, run: Run): void {
  const store = addCommand(program, 'store', 'check, migrate or copy the store', ['procgen store verify']);
  addChoice(
    addCommand(store, 'verify', 'check that a server can use it and that nobody else can access it', [
      'procgen store verify',
      'procgen store verify --store file:/backups/store.json --json',
    ]),
  ).action(run(async () => (await import('./store/run-store-verify.js')).runStoreVerify));
  addChoice(
    addCommand(store, 'migrate', 'migrate it to the format of this procgen, after a backup copy', [
      'procgen store migrate',
    ]),
  ).action(run(async () => (await import('./store/run-store-migrate.js')).runStoreMigrate));
  addCommand(store, 'copy', 'copy a store into an empty one', [
    'procgen store copy file:.procgen/store.json file:/srv/keys/store.json',
  ])
    .argument('<from>', 'the store to copy; no server may have it open')
    .argument('<to>', 'the store to fill, created when missing')
    .option('--json', 'print one JSON object')
    .action(run(async () => (await import('./store/run-store-copy.js')).runStoreCopy));
}

function addChoice(command: Command): Command {
  return command
    .option('--store <url>', 'the store (default: file:.procgen/store.json)')
    .option(...CONFIG_OPTION)
    .option('--json', 'print one JSON object');
}
