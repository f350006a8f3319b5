import type { Command } from 'commander';
import { addCommand, CONFIG_OPTION, type Finish } from './add-command.js';
import type { Io } from './io.js';

/** `store`: what an operator does with the store itself. */
export function addStoreUpkeepCommands(program: Command, io: Io, finish: Finish): void {
  const store = addCommand(program, 'store', 'check, migrate or copy the store', ['procgen store verify']);
  addChoice(
    addCommand(store, 'verify', 'check that a server can use it and that nobody else can access it', [
      'procgen store verify',
      'procgen store verify --store file:/backups/store.json --json',
    ]),
  ).action(async (_options, command: Command) => {
    const { runStoreVerify } = await import('./store/run-store-verify.js');
    finish(await runStoreVerify(command.optsWithGlobals(), io));
  });
  addChoice(
    addCommand(store, 'migrate', 'migrate it to the format of this procgen, after a backup copy', [
      'procgen store migrate',
    ]),
  ).action(async (_options, command: Command) => {
    const { runStoreMigrate } = await import('./store/run-store-migrate.js');
    finish(await runStoreMigrate(command.optsWithGlobals(), io));
  });
  addCommand(store, 'copy', 'copy a store into an empty one', [
    'procgen store copy file:.procgen/store.json file:/srv/keys/store.json',
  ])
    .argument('<from>', 'the store to copy; no server may have it open')
    .argument('<to>', 'the store to fill, created when missing')
    .option('--json', 'print one JSON object')
    .action(async (from: string, to: string, _options, command: Command) => {
      const { runStoreCopy } = await import('./store/run-store-copy.js');
      finish(await runStoreCopy(from, to, command.optsWithGlobals(), io));
    });
}

function addChoice(command: Command): Command {
  return command
    .option('--store <url>', 'the store (default: file:.procgen/store.json)')
    .option(...CONFIG_OPTION)
    .option('--json', 'print one JSON object');
}
