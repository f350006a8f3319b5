import type { Command } from 'commander';
import { addCommand, CONFIG_OPTION, type Run } from './add-command.js';
import { Option } from './commander.js';

/** `keys`, `users` and `store`. */
export function addStoreCommands(program: Command, run: Run): void {
  addKeys(program, run);
  addUsers(program, run);
  addStore(program, run);
}

function addKeys(program: Command, run: Run): void {
  const keys = addCommand(program, 'keys', 'API keys from the terminal', [
    'procgen keys create --name ci --expires 30d',
  ]);
  addKeysCreate(keys, run);
  addStoreOptions(
    addCommand(keys, 'list', 'list keys, never a secret', ['procgen keys list']).option(
      '--user <id>',
      'the owner; every user when absent',
    ),
    'print one line per key, fields separated by tabs',
  ).action(run(async () => (await import('./keys/run-keys-list.js')).runKeysList));
  addStoreOptions(
    addCommand(keys, 'revoke', 'delete a key; it stops working at once', ['procgen keys revoke key_…'])
      .argument('<id>', 'the id of the key, as procgen keys list shows it')
      .option('--user <id>', 'the owner; whoever it is when absent'),
    'print the id alone',
  ).action(run(async () => (await import('./keys/run-keys-revoke.js')).runKeysRevoke));
}

function addKeysCreate(keys: Command, run: Run): void {
  addStoreOptions(
    addCommand(keys, 'create', 'create a key and show it once', [
      'procgen keys create --name ci --scopes read --expires 30d',
      'export API_KEY=$(procgen keys create --plain)',
    ])
      .option('--user <id>', 'the owner, made when first named (default: local)')
      .option('--name <name>', 'what the key is for (default: terminal)')
      .option(
        '--scopes <list>',
        'what it may do, with commas: read, write or names; everything when absent',
        (list: string, before: string | undefined) => (before === undefined ? list : `${before},${list}`),
      )
      .option('--allow-unknown-scopes', 'also take scopes that no procedure asks for')
      .option('--expires <when>', '30d, 12h, 2w, an ISO date or never (default: never)'),
    'print the key alone',
  ).action(run(async () => (await import('./keys/run-keys-create.js')).runKeysCreate));
}

function addUsers(program: Command, run: Run): void {
  const users = addCommand(program, 'users', 'users and their sign-in links', ['procgen users link']);
  addStoreOptions(
    addCommand(users, 'add', 'make a user', ['procgen users add alice'])
      .argument('[id]', 'the id of the user')
      .option('--user <id>', 'the same'),
    'print the id alone',
  ).action(run(async () => (await import('./users/run-users-add.js')).runUsersAdd));
  addStoreOptions(
    addCommand(users, 'list', 'list the users', ['procgen users list']),
    'print one line per user, fields separated by tabs',
  ).action(run(async () => (await import('./users/run-users-list.js')).runUsersList));
  addStoreOptions(
    addCommand(users, 'link', 'make a link that signs a user in, once', [
      'procgen users link alice --base-url https://api.example.com',
    ])
      .argument('[id]', 'the id of a user that is there (default: local, made when there is none)')
      .option('--user <id>', 'the same')
      .option(
        '--base-url <url>',
        'where the service is reached (default: the running server, else the configuration’s, else localhost)',
      ),
    'print the link alone',
  ).action(run(async () => (await import('./users/run-users-link.js')).runUsersLink));
}

/** `store`: what an operator does with the store itself. */
function addStore(program: Command, run: Run): void {
  const store = addCommand(program, 'store', 'check, migrate or copy the store', ['procgen store verify']);
  addStoreOptions(
    addCommand(store, 'verify', 'check that a server can use it and that nobody else can access it', [
      'procgen store verify',
      'procgen store verify --store file:/backups/store.json --json',
    ]),
  ).action(run(async () => (await import('./store/run-store-verify.js')).runStoreVerify));
  addStoreOptions(
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

/** `plain` says what `--plain` prints, where the command has it. */
function addStoreOptions(command: Command, plain?: string): Command {
  command
    .option('--store <url>', 'where keys and users are kept (default: file:.procgen/store.json)')
    .option(...CONFIG_OPTION);
  if (plain !== undefined) command.addOption(new Option('--plain', plain).conflicts('json'));
  return command.option('--json', 'print one JSON object');
}
