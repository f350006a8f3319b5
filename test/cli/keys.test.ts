import { createHash, createHmac } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { run } from '../../src/cli/run.js';
import { openKeyring } from '../../src/keys/open-keyring.js';
import { openStore } from '../../src/stores/open-store.js';
import { NO_AUDIT, NO_LIMIT, storedKey } from '../stores/stored-key.js';
import { FakeIo } from './fake-io.js';
import { CONFIG, createFolder as createEmptyFolder, createProject } from './temporary-project.js';

const KEY = /pgk_[0-9A-Za-z]{46}/;

/** A folder that looks like a project; its configuration is the default. */
function createFolder(files: Readonly<Record<string, string>> = {}): Promise<string> {
  return createEmptyFolder({ 'procedures/items.ts': '', ...files });
}

async function runIn(cwd: string, line: string, env: Record<string, string> = {}) {
  const io = new FakeIo(cwd, { env });
  const exitCode = await run(
    line.split(' ').map((word) => (word === "''" ? '' : word)),
    io,
  );
  return { exitCode, out: io.out, err: io.err };
}

test('A key is shown to people on stderr, with its terms, and nothing on stdout.', async () => {
  const cwd = await createFolder();
  const { exitCode, out, err } = await runIn(cwd, 'keys create --name ci --scopes read,write --expires 30d');
  expect({ exitCode, out }).toEqual({ exitCode: 0, out: '' });
  expect(err).toMatch(
    /^Created key_\w{16} for local in file:\.procgen\/store\.json \(scopes: read, write, expires \d{4}-\d\d-\d\d\)\.\n\n {2}pgk_\w{46}\n\nCopy the key now/,
  );
});

test('With --plain stdout has the key alone and stderr has no secret.', async () => {
  const { out, err } = await runIn(await createFolder(), 'keys create --plain');
  expect(out).toMatch(/^pgk_[0-9A-Za-z]{46}\n$/);
  expect(err).not.toMatch(KEY);
});

test('With --json the key and its record are one object.', async () => {
  const { out, err } = await runIn(await createFolder(), 'keys create --json --user alice --expires never');
  expect(JSON.parse(out)).toMatchObject({
    user: 'alice',
    name: 'terminal',
    expiresAt: null,
    scopes: [],
    key: expect.stringMatching(KEY),
  });
  expect(err).not.toMatch(KEY);
});

test('Keys of every user, or of one, are listed without a secret.', async () => {
  const cwd = await createFolder();
  const secret = (await runIn(cwd, 'keys create --plain --name ci')).out.trim();
  await runIn(cwd, 'keys create --user alice --name laptop');
  const table = (await runIn(cwd, 'keys list')).out;
  expect(table).toMatch(/^ID +USER +NAME +KEY +SCOPES +CREATED +LAST USED +EXPIRES +STATE\n/);
  expect(table).toMatch(/^key_\w{16} +local +ci +pgk_\w{4}… +all .* never +never +enabled$/m);
  expect(table).toMatch(/^key_\w{16} +alice +laptop /m);
  expect(table).not.toContain(secret);
  const { keys } = JSON.parse((await runIn(cwd, 'keys list --user alice --json')).out);
  expect(keys).toMatchObject([{ user: 'alice', name: 'laptop' }]);
  expect(await readFile(join(cwd, '.procgen/store.json'), 'utf8')).not.toContain(secret);
});

test('A key is disabled and enabled again, by anybody or its owner, and listed as such.', async () => {
  const cwd = await createFolder();
  const { id, key } = JSON.parse((await runIn(cwd, 'keys create --json --user alice')).out);
  const verify = async () => {
    const keyring = await openKeyring({ store: 'file:.procgen/store.json', cwd });
    const verified = await keyring.apiKeys.verify(key);
    await keyring.close();
    return verified?.record.disabled;
  };
  expect(await verify()).toBe(false);
  expect(await runIn(cwd, `keys disable ${id}`)).toMatchObject({
    exitCode: 0,
    out: '',
    err: `Disabled ${id} ("terminal") of alice.\n`,
  });
  expect(await verify()).toBeUndefined();
  expect((await runIn(cwd, 'keys list')).out).toMatch(/ disabled$/m);
  expect((await runIn(cwd, 'keys list --plain')).out).toMatch(/\tdisabled$/m);
  expect(await runIn(cwd, `keys enable ${id} --user bob`)).toMatchObject({ exitCode: 1, out: '' });
  const enabled = await runIn(cwd, `keys enable ${id} --user alice --json`);
  expect(JSON.parse(enabled.out)).toMatchObject({ id, user: 'alice', disabled: false });
  expect((await runIn(cwd, `keys disable ${id} --plain`)).out).toBe(`${id}\n`);
  expect((await runIn(cwd, `keys enable ${id} --plain`)).out).toBe(`${id}\n`);
  expect(await verify()).toBe(false);
});

test('A revoked key is gone, whoever owned it; an id that nobody has is told.', async () => {
  const cwd = await createFolder();
  const { id } = JSON.parse((await runIn(cwd, 'keys create --json --user alice')).out);
  const foreign = await runIn(cwd, `keys revoke ${id} --user bob`);
  expect(foreign).toMatchObject({ exitCode: 1, out: '' });
  expect(foreign.err).toContain(`error: There is no key "${id}" of bob.`);
  expect(await runIn(cwd, `keys revoke ${id}`)).toMatchObject({
    exitCode: 0,
    err: `Revoked ${id} ("terminal") of alice.\n`,
  });
  expect((await runIn(cwd, `keys revoke ${id}`)).exitCode).toBe(1);
  expect(JSON.parse((await runIn(cwd, 'keys list --json')).out).keys).toEqual([]);
});

test('Keys and users are printed for programs with --plain, a line each.', async () => {
  const cwd = await createFolder();
  await runIn(cwd, 'keys create --user alice --name laptop --scopes read --scopes write');
  const { out } = await runIn(cwd, 'keys list --plain');
  expect(out).toMatch(
    /^key_\w{16}\talice\tlaptop\tpgk_\w{4}\tread,write\t\d{4}-\d\d-\d\dT[\d:.]+Z\tnever\tnever\tenabled\n$/,
  );
  expect((await runIn(cwd, 'users list --plain')).out).toMatch(/^alice\t\d{4}-.*Z\n$/);
  expect((await runIn(cwd, 'users add bob --plain')).out).toBe('bob\n');
  const id = out.split('\t')[0] ?? '';
  expect((await runIn(cwd, `keys revoke ${id} --plain`)).out).toBe(`${id}\n`);
  expect((await runIn(cwd, 'keys list --plain')).out).toBe('');
});

test('A name cannot act on the terminal that shows it, not even one that an older version let in.', async () => {
  const cwd = await createFolder();
  const owner = await openStore('file:.procgen/store.json', { cwd });
  const hostile = '\u001b[2J\u0007\u202eevil\u061c\r\nkey_0000000000000000  root';
  const record = storedKey(1, { userId: 'al\u202eice', name: hostile });
  await owner.keys.insert(record, NO_LIMIT, NO_AUDIT);
  await owner.close();
  const shown = '\ufffd[2J\ufffd\ufffdevil\ufffd\ufffd\ufffdkey_0000000000000000  root';
  const table = (await runIn(cwd, 'keys list')).out;
  expect(table.split('\n')).toHaveLength(3);
  expect(table).toContain(`al\ufffdice  ${shown}`);
  expect((await runIn(cwd, 'keys list --plain')).out).toContain(`\tal\ufffdice\t${shown}\t`);
  expect((await runIn(cwd, 'users list')).out).toContain('al\ufffdice');
  expect((await runIn(cwd, `keys revoke ${record.id}`)).err).toBe(
    `Revoked ${record.id} ("${shown}") of al\ufffdice.\n`,
  );
});

test('When a key ends is told to the minute when that is near, and that it has ended.', async () => {
  const cwd = await createFolder();
  expect((await runIn(cwd, 'keys create --expires 12h')).err).toMatch(
    /, expires \d{4}-\d\d-\d\d \d\d:\d\dZ\)\.$/m,
  );
  const owner = await openKeyring({
    store: 'file:.procgen/store.json',
    cwd,
    now: () => Date.UTC(2020, 0, 1),
  });
  await owner.apiKeys.create({ userId: 'local', name: 'old', expiresAt: new Date(Date.UTC(2020, 1, 1)) });
  await owner.close();
  expect((await runIn(cwd, 'keys list')).out).toMatch(
    / old .* 2020-01-01 {2}never +expired 2020-02-01 +enabled$/m,
  );
});

test('In a folder without a project a key is made with a warning, and nothing is listed.', async () => {
  const cwd = await createEmptyFolder();
  expect((await runIn(cwd, 'keys create')).err).toMatch(
    /^warning: There is no procgen project in this folder or above it: /,
  );
  const elsewhere = await createEmptyFolder();
  for (const line of ['keys list', 'users list', 'keys revoke key_x']) {
    expect(await runIn(elsewhere, line)).toMatchObject({
      exitCode: 2,
      err: expect.stringMatching(
        /^error: There is no procgen project in this folder or above it\.\nhelp: .*--store/,
      ),
    });
  }
  expect(await readdir(elsewhere)).toEqual([]);
  expect((await runIn(elsewhere, 'keys create --store file:x.json')).err).not.toContain('warning');
});

test('A command that runs no setup does not need its files.', async () => {
  const cwd = await createProject({
    'procgen.config.ts': CONFIG.replace('{ tags', "{ setup: ['./src/gone.ts'], tags"),
  });
  expect(await runIn(cwd, 'keys list')).toMatchObject({ exitCode: 0 });
});

test('The limit of keys a user comes from the environment, then the configuration, also when the store is named.', async () => {
  const cwd = await createProject({
    'procgen.config.ts': CONFIG.replace('{ tags', '{ maxKeysPerUser: 1, tags'),
  });
  expect((await runIn(cwd, 'keys create')).exitCode).toBe(0);
  for (const line of ['keys create', 'keys create --store file:.procgen/store.json']) {
    expect(await runIn(cwd, line)).toMatchObject({
      exitCode: 1,
      err: 'error: A user has at most 1 keys. Delete one first.\nhelp: "procgen keys list" shows the keys, "procgen keys revoke <id>" deletes one.\n',
    });
  }
  expect((await runIn(cwd, 'keys create', { PROCGEN_MAX_KEYS_PER_USER: '2' })).exitCode).toBe(0);
});

test('A store that is named does not need the configuration.', async () => {
  const broken = await createProject({ 'procgen.config.ts': 'throw new Error("broken");' });
  expect(await runIn(broken, 'keys list')).toMatchObject({
    exitCode: 2,
    err: 'error: procgen.config.ts is broken.\nhelp: "procgen build" shows where. With --store, the command does not need the configuration.\n',
  });
  expect((await runIn(broken, 'keys list --store file:keys.json')).exitCode).toBe(0);
  const deployed = await createEmptyFolder({
    '.procgen/server/index.mjs': 'throw new Error("no database");',
  });
  const refused = await runIn(deployed, 'keys list');
  expect(refused.exitCode).toBe(2);
  expect(refused.err).toContain(
    '.procgen/server/index.mjs could not be loaded to read the configuration: no database',
  );
  expect((await runIn(deployed, 'keys list --store file:keys.json')).exitCode).toBe(0);
});

test('Where the application has an authenticate of its own, keys are said to be of no use.', async () => {
  const cwd = await createProject({
    'procgen.config.ts': CONFIG.replace('{ tags', '{ authenticate: () => null, tags'),
  });
  expect((await runIn(cwd, 'keys create')).err).toContain(
    'warning: The configuration sets its own `authenticate`, so API keys give no access under /api.\n',
  );
});

test('A scope that no procedure asks for makes no key, where the description says what they ask for.', async () => {
  const description = { paths: { '/x': { get: { security: [{ key: ['items:read'] }] }, post: {} } } };
  const text = JSON.stringify(description);
  const told =
    'error: No procedure requires the scope "raed". Did you mean "read"?\nhelp: The procedures require items:read, read, write. Use --allow-unknown-scopes to create the key anyway.\n';
  for (const file of ['generated/openapi.json', '.procgen/server/openapi.json']) {
    const cwd = await createFolder({ [file]: text });
    expect(await runIn(cwd, 'keys create --scopes read,raed,items:read --plain')).toEqual({
      exitCode: 2,
      out: '',
      err: told,
    });
    expect((await runIn(cwd, 'keys list --plain')).out).toBe('');
    const line = 'keys create --scopes raed --allow-unknown-scopes';
    expect(await runIn(cwd, line)).toMatchObject({
      exitCode: 0,
      err: expect.stringContaining('scopes: raed'),
    });
    expect((await runIn(cwd, 'keys create --scopes write,items:read')).exitCode).toBe(0);
  }
});

test('Before the first build it is said that scopes are not checked, but for those that every project has.', async () => {
  const broken = await createFolder({ 'generated/openapi.json': 'null' });
  for (const cwd of [broken, await createFolder()]) {
    const { exitCode, out, err } = await runIn(cwd, 'keys create --scopes read,items:raed,b --plain');
    expect(exitCode).toBe(0);
    expect(out).toMatch(KEY);
    expect(err).toMatch(
      /^warning: The scope "items:raed", "b" was not checked, because there is no generated\/openapi\.json\. "procgen build" writes it\.\nCreated key_/,
    );
    for (const line of ['--scopes read,write', '--scopes items:raed --allow-unknown-scopes', ''])
      expect((await runIn(cwd, `keys create ${line}`.trim())).err).toMatch(/^Created key_/);
  }
});

test('A user whom the first key makes is told of, with the nearest other one, and who is there is not.', async () => {
  const cwd = await createFolder();
  expect((await runIn(cwd, 'keys create --user alice')).err).toMatch(/^Added the user alice\.\nCreated key_/);
  expect((await runIn(cwd, 'keys create --user alice')).err).toMatch(/^Created key_/);
  const typo = await runIn(cwd, 'keys create --user alcie --plain');
  expect(typo.out).toMatch(/^pgk_[0-9A-Za-z]{46}\n$/);
  expect(typo.err).toMatch(/^Added the user alcie\. Did you mean "alice"\?\nCreated key_/);
  expect((await runIn(cwd, 'keys create')).err).toMatch(/^Created key_/);
  expect((await runIn(cwd, "keys create --user bob --name ''")).err).not.toContain('Added');
  expect((await runIn(cwd, 'users list --plain')).out).not.toContain('bob');
});

test('A list without keys says how to make one, on stderr.', async () => {
  expect(await runIn(await createFolder(), 'keys list')).toEqual({
    exitCode: 0,
    out: '',
    err: 'There are no keys. "procgen keys create" creates one.\n',
  });
});

test.each([
  [
    'keys create --expires soon',
    2,
    '--expires must be a duration such as 30d, an ISO date or never, not "soon".',
  ],
  ['keys create --expires 2001-02-03', 2, '--expires 2001-02-03 is not in the future.'],
  ['keys create --expires 2031-02-30', 2, '--expires must be'],
  ['keys create --expires 0h', 2, '--expires 0h is not in the future.'],
  ['keys create --expires 366d', 2, '--expires 366d is more than 365 days ahead.'],
  ["keys create --scopes ''", 2, '--scopes must be a comma-separated list of names'],
  ['keys create --scopes read,,write', 2, '--scopes must be a comma-separated list of names'],
  ["keys create --name ''", 2, 'A name has 1 to 100 characters, none of them a control character.'],
  ["keys create --user ''", 2, 'A user id must have 1 to 200 characters'],
  ['keys create --store redis://localhost', 2, 'A store must be file:PATH or postgres://….'],
  ['keys create --store postgres://u:secret@h', 2, 'The URL of the PostgreSQL store cannot be used.'],
  ['keys revoke key_nope', 1, 'There is no key "key_nope".'],
  ['keys disable key_nope', 1, 'There is no key "key_nope".'],
  ['keys list --user nobody', 1, 'There is no user "nobody".'],
  ['keys create --plain --json', 2, 'Option "--plain" cannot be used with option "--json".'],
  ['users link a --user b', 2, 'Two users were given, "a" and "b".'],
  ['users add', 2, 'Missing required argument "id".'],
  [`keys revoke pgk_${'a'.repeat(46)}`, 2, 'That is a key, not the id of a key.'],
  [`keys enable pgk_${'a'.repeat(46)}`, 2, 'That is a key, not the id of a key.'],
  ["users add ''", 2, 'A user id must have 1 to 200 characters'],
  ['users link --base-url example.com', 2, '--base-url must be an http or https URL, not "example.com".'],
  [
    'users link --base-url https://a.b/?x',
    2,
    '--base-url must be an http or https URL, not "https://a.b/?x".',
  ],
])('"procgen %s" exits %i and says so in one line.', async (line, exitCode, message) => {
  const result = await runIn(await createFolder(), line);
  expect(result).toMatchObject({ exitCode, out: '' });
  expect(result.err.split('\n')[0]).toContain(`error: ${message}`);
  expect(result.err).toMatch(/^help: |file:PATH|postgres:/m);
  expect(result.err).not.toMatch(/^\s+at /m);
  expect(result.err).not.toContain('secret');
});

test('A damaged store is refused and left alone.', async () => {
  const cwd = await createFolder({ '.procgen/store.json': '{"half' });
  const { exitCode, err } = await runIn(cwd, 'keys list');
  expect(exitCode).toBe(2);
  expect(err).toContain('store.json');
  expect(await readFile(join(cwd, '.procgen/store.json'), 'utf8')).toBe('{"half');
});

test('The store comes from the flag, then the environment, then the default.', async () => {
  const cwd = await createFolder();
  const env = { PROCGEN_STORE: 'file:from-env.json' };
  expect((await runIn(cwd, 'users add a --store file:from-flag.json', env)).exitCode).toBe(0);
  expect((await runIn(cwd, 'users add b', env)).exitCode).toBe(0);
  const users = async (store: string) =>
    JSON.parse((await runIn(cwd, `users list --json --store ${store}`)).out).users.map(
      ({ id }: { id: string }) => id,
    );
  expect(await users('file:from-flag.json')).toEqual(['a']);
  expect(await users('file:from-env.json')).toEqual(['b']);
});

test('While a process has the store open the commands go through it.', async () => {
  const cwd = await createFolder();
  const owner = await openKeyring({ store: 'file:.procgen/store.json', cwd });
  try {
    const secret = (await runIn(cwd, 'keys create --plain --user alice')).out.trim();
    expect(await owner.apiKeys.verify(secret)).toMatchObject({ userId: 'alice' });
    const { keys } = JSON.parse((await runIn(cwd, 'keys list --json')).out);
    await runIn(cwd, `keys revoke ${keys[0].id}`);
    expect(await owner.apiKeys.verify(secret)).toBeNull();
    await runIn(cwd, 'users add bob');
    const link = (await runIn(cwd, 'users link bob --plain')).out.trim();
    const token = new URL(link).searchParams.get('token') ?? '';
    expect(await owner.users.redeemSignInToken(token)).toBe('bob');
  } finally {
    await owner.close();
  }
});

test('A link for a user who is not there is refused, and makes no user.', async () => {
  const cwd = await createFolder();
  await runIn(cwd, 'users add alice');
  expect(await runIn(cwd, 'users link alcie --plain')).toEqual({
    exitCode: 1,
    out: '',
    err: 'error: There is no user "alcie". Did you mean "alice"?\nhelp: "procgen users list" shows the users, "procgen users add <id>" adds one.\n',
  });
  expect((await runIn(cwd, 'users list --plain')).out).toMatch(/^alice\t[^\n]*\n$/);
  expect((await runIn(cwd, 'users link local --plain')).exitCode).toBe(0);
});

test('Users are added once, listed, and get links for the address of the service.', async () => {
  const cwd = await createFolder();
  expect((await runIn(cwd, 'users list')).err).toBe('There are no users. "procgen users add" adds one.\n');
  expect((await runIn(cwd, 'users add alice')).err).toBe('Added alice.\n');
  expect((await runIn(cwd, 'users add alice')).err).toBe('alice already exists.\n');
  expect((await runIn(cwd, 'users list')).out).toMatch(/^ID +CREATED\nalice +\d{4}-\d\d-\d\d\n$/);
  expect((await runIn(cwd, 'users link')).err).toMatch(
    /^Open this link to sign in as local\. It is valid once, for 30 minutes:\n\n {2}http:\/\/localhost:3000\/dashboard\/sign-in\?token=[\w-]{43}\n$/,
  );
  expect((await runIn(cwd, 'users link alice --plain --base-url https://api.example.com/')).out).toMatch(
    /^https:\/\/api\.example\.com\/dashboard\/sign-in\?token=/,
  );
  const env = { PROCGEN_BASE_URL: 'https://env.example.com' };
  expect((await runIn(cwd, 'users link alice --plain', env)).out).toMatch(
    /^https:\/\/env\.example\.com\/dash/,
  );
});

test('A key is shown with its use by day, its last call and its lines of the audit log.', async () => {
  const cwd = await createFolder();
  const { id, key } = JSON.parse((await runIn(cwd, 'keys create --json --user alice --name ci')).out);
  const unused = await runIn(cwd, `keys show ${id}`);
  expect(unused.out).toMatch(new RegExp(`^ID +${id}\\nUSER +alice\\nNAME +ci\\n`));
  expect(unused.out).toContain('No calls in the last 30 days.');
  expect(unused.out).toMatch(/Z +key\.created +key_\w{16} +by cli$/m);

  const owner = await openKeyring({ store: 'file:.procgen/store.json', cwd });
  owner.countCall(id, { isRefused: false, address: '192.0.2.1', operation: 'items.list', status: 200 });
  owner.countCall(id, { isRefused: true, address: '192.0.2.1', operation: 'items.create', status: 403 });
  // Through the process that has the store open, with what that has not written.
  const shown = (await runIn(cwd, `keys show ${id} --user alice`)).out;
  expect(shown).toMatch(/^DAY \(UTC\) +CALLS +REFUSED\n\d{4}-\d\d-\d\d +1 +1$/m);
  expect(shown).toMatch(/^LAST CALL +\S+ \S+Z, items\.create, 403, from 192\.0\.2\.1$/m);
  await owner.close();

  const report = JSON.parse((await runIn(cwd, `keys show ${id} --json`)).out);
  expect(report).toMatchObject({
    id,
    user: 'alice',
    lastCall: { operation: 'items.create', status: 403, address: '192.0.2.1' },
    audit: [{ event: 'key.created', actor: 'cli' }],
  });
  expect(report.days).toHaveLength(30);
  expect(report.days.at(-1)).toMatchObject({ calls: 1, refusals: 1 });
  expect(shown + JSON.stringify(report)).not.toContain(key.slice(8));
});

test('A key that does not exist, or is not of the user, is not shown.', async () => {
  const cwd = await createFolder();
  const { id, key } = JSON.parse((await runIn(cwd, 'keys create --json --user alice')).out);
  expect(await runIn(cwd, `keys show ${id} --user bob`)).toMatchObject({ exitCode: 1, out: '' });
  expect((await runIn(cwd, 'keys show key_unknown')).err).toContain('There is no key "key_unknown".');
  expect((await runIn(cwd, `keys show ${key}`)).err).toContain('That is a key, not the id of a key.');
});

test('A key is hashed with the pepper of PROCGEN_KEY_PEPPER.', async () => {
  const cwd = await createFolder();
  const pepper = 'a pepper of more than thirty-two characters';
  const secret = (await runIn(cwd, 'keys create --plain', { PROCGEN_KEY_PEPPER: pepper })).out.trim();
  const store = await readFile(join(cwd, '.procgen/store.json'), 'utf8');
  expect(store).toContain(createHmac('sha256', pepper).update(secret).digest('hex'));
  expect(store).not.toContain(createHash('sha256').update(secret).digest('hex'));
  const refused = await runIn(cwd, 'keys list', { PROCGEN_KEY_PEPPER: `${pepper},` });
  expect(refused).toMatchObject({ exitCode: 2, err: expect.stringContaining('PROCGEN_KEY_PEPPER') });
});
