import type { Command } from 'commander';
import { addCommand, CONFIG_OPTION, type CreateAction } from './add-command.js';
import { Option } from './commander.js';

/** `keys`, `users` and `store`. */
export function addStoreCommands(program: Command, run: CreateAction): void {
  addKeys(program, run);
  addUsers(program, run);
  addStore(program, run);
}

function addKeys(program: Command, run: CreateAction): void {
  const keys = addCommand(program, 'keys', 'manage API keys', [
    'procgen keys create --name ci --expires 30d',
  ]);
  addKeysCreate(keys, run);
  addStoreOptions(
    addCommand(keys, 'list', 'list keys, without their secrets', ['procgen keys list']).option(
      '--user <id>',
      'the owner (default: every user)',
    ),
    'print one line per key, fields separated by tabs',
  ).action(run(async () => (await import('./keys/run-keys-list.js')).runKeysList));
  addStoreOptions(
    addCommand(keys, 'show', 'show a key, its use in the last 30 days and its audit log entries', [
      'procgen keys show key_…',
    ])
      .argument('<id>', 'the id of the key, from procgen keys list')
      .option('--user <id>', 'the owner (default: any user)'),
  ).action(run(async () => (await import('./keys/run-keys-show.js')).runKeysShow));
  addStoreOptions(
    addCommand(keys, 'disable', 'disable a key: calls with it are refused until it is enabled again', [
      'procgen keys disable key_…',
    ])
      .argument('<id>', 'the id of the key, from procgen keys list')
      .option('--user <id>', 'the owner (default: any user)'),
    'print only the id',
  ).action(run(async () => (await import('./keys/run-keys-disable.js')).runKeysDisable));
  addStoreOptions(
    addCommand(keys, 'enable', 'enable a disabled key', ['procgen keys enable key_…'])
      .argument('<id>', 'the id of the key, from procgen keys list')
      .option('--user <id>', 'the owner (default: any user)'),
    'print only the id',
  ).action(run(async () => (await import('./keys/run-keys-disable.js')).runKeysEnable));
  addStoreOptions(
    addCommand(keys, 'revoke', 'delete a key; it stops working immediately', ['procgen keys revoke key_…'])
      .argument('<id>', 'the id of the key, from procgen keys list')
      .option('--user <id>', 'the owner (default: any user)'),
    'print only the id',
  ).action(run(async () => (await import('./keys/run-keys-revoke.js')).runKeysRevoke));
}

function addKeysCreate(keys: Command, run: CreateAction): void {
  addStoreOptions(
    addCommand(keys, 'create', 'create a key and show it once', [
      'procgen keys create --name ci --scopes read --expires 30d',
      'export API_KEY=$(procgen keys create --plain)',
    ])
      .option('--user <id>', 'the owner, created if missing (default: local)')
      .option('--name <name>', 'what the key is for (default: terminal)')
      .option(
        '--scopes <list>',
        'comma-separated scopes: read, write or scope names (default: full access)',
        (list: string, before: string | undefined) => (before === undefined ? list : `${before},${list}`),
      )
      .option('--allow-unknown-scopes', 'allow scopes that no procedure requires')
      .option('--expires <when>', '12h, 30d, 2w, an ISO date or never (default: never)'),
    'print only the key',
  ).action(run(async () => (await import('./keys/run-keys-create.js')).runKeysCreate));
}

function addUsers(program: Command, run: CreateAction): void {
  const users = addCommand(program, 'users', 'manage users and their sign-in links', ['procgen users link']);
  addStoreOptions(
    addCommand(users, 'add', 'create a user', ['procgen users add alice'])
      .argument('[id]', 'the id of the user')
      .option('--user <id>', 'the same as the argument'),
    'print only the id',
  ).action(run(async () => (await import('./users/run-users-add.js')).runUsersAdd));
  addStoreOptions(
    addCommand(users, 'list', 'list the users', ['procgen users list']),
    'print one line per user, fields separated by tabs',
  ).action(run(async () => (await import('./users/run-users-list.js')).runUsersList));
  addStoreOptions(
    addCommand(users, 'link', 'create a link that signs a user in once', [
      'procgen users link alice --base-url https://api.example.com',
    ])
      .argument('[id]', 'the id of an existing user (default: local, created if missing)')
      .option('--user <id>', 'the same as the argument')
      .option(
        '--base-url <url>',
        'the URL of the service (default: the running server, else baseUrl of the configuration, else localhost)',
      ),
    'print only the link',
  ).action(run(async () => (await import('./users/run-users-link.js')).runUsersLink));
}

/** `store`: maintenance of the store. */
function addStore(program: Command, run: CreateAction): void {
  const store = addCommand(program, 'store', 'check, migrate or copy the store', ['procgen store verify']);
  addStoreOptions(
    addCommand(store, 'verify', 'check that the store is intact and that no other user can access it', [
      'procgen store verify',
      'procgen store verify --store file:/backups/store.json --json',
    ]),
  ).action(run(async () => (await import('./store/run-store-verify.js')).runStoreVerify));
  addStoreOptions(
    addCommand(store, 'migrate', 'back up the store and migrate it to the format of this version', [
      'procgen store migrate',
    ]),
  ).action(run(async () => (await import('./store/run-store-migrate.js')).runStoreMigrate));
  addCommand(store, 'copy', 'copy a store into an empty one', [
    'procgen store copy file:.procgen/store.json file:/srv/keys/store.json',
  ])
    .argument('<from>', 'the store to copy; no server may be using it')
    .argument('<to>', 'the empty store to fill, created if missing')
    .option('--json', 'print one JSON object')
    .action(run(async () => (await import('./store/run-store-copy.js')).runStoreCopy));
}

/** `plain` describes what `--plain` prints, if the command has that option. */
function addStoreOptions(command: Command, plain?: string): Command {
  command
    .option('--store <url>', 'file:PATH or postgres://… (default: file:.procgen/store.json)')
    .option(...CONFIG_OPTION);
  if (plain !== undefined) command.addOption(new Option('--plain', plain).conflicts('json'));
  return command.option('--json', 'print one JSON object');
}
