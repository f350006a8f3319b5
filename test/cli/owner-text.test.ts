import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { run } from '../../src/cli/run.js';
import { ProcedureError } from '../../src/protocol/procedure-error.js';
import { openFileStore } from '../../src/stores/file-store.js';
import type { AnswerCall } from '../../src/stores/store.js';
import { FakeIo } from './fake-io.js';
import { createFolder } from './temporary-project.js';

/** Sets a terminal's title, moves its cursor, begins a sequence in one character, turns the direction of reading. */
const EVIL = '\u001b]0;title\u0007\u001b[2J\r\u009b1m\u202e';
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const UNPRINTABLE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e]/;

const RECORD = {
  id: `key_1${EVIL}`,
  name: `ci${EVIL}`,
  start: `pgk_${EVIL}`,
  scopes: [`read${EVIL}`],
  createdAt: new Date(0),
  lastUsedAt: null,
  expiresAt: null,
  disabled: false,
};

/** What a process of another version, or with a broken store, may answer. */
const answer: AnswerCall = async (name) => {
  if (name === 'apiKeys.create') return { record: RECORD, secret: `pgk_secret${EVIL}` };
  if (name === 'allKeys.list') return [{ userId: `alice${EVIL}`, record: RECORD }];
  if (name === 'allKeys.delete') return { userId: `alice${EVIL}`, record: RECORD };
  if (name === 'users.list') return ['alice', `alice${EVIL}`].map((id) => ({ id, createdAt: new Date(0) }));
  if (name === 'users.ensure') return { user: { id: `alice${EVIL}`, createdAt: new Date(0) }, isNew: true };
  return { token: `token${EVIL}`, expiresAt: new Date(0), origin: `http://host${EVIL}` };
};

async function runBeside(line: string, serve: AnswerCall) {
  const cwd = await createFolder();
  const store = await openFileStore(join(cwd, 'store.json'));
  onTestFinished(() => store.close());
  store.serveCalls(serve);
  const io = new FakeIo(cwd);
  const exitCode = await run([...line.split(' '), '--store', 'file:store.json'], io);
  return { exitCode, out: io.out, err: io.err };
}

describe('H-25 What the process says that has the store open', () => {
  test.each([
    'keys create',
    'keys create --plain',
    'keys create --json',
    'keys list',
    'keys list --plain',
    'keys list --json',
    'keys revoke key_1',
    'keys revoke key_1 --plain',
    'keys revoke key_1 --json',
    'users add alice',
    'users add alice --plain',
    'users add alice --json',
    'users list',
    'users list --plain',
    'users list --json',
    'users link alice',
    'users link alice --plain',
    'users link alice --json',
  ])('acts on no terminal when it is printed by procgen %s.', async (line) => {
    const { exitCode, out, err } = await runBeside(line, answer);
    expect(exitCode).toBe(0);
    expect(out + err).toMatch(/key_1|alice|token/);
    expect(out + err).not.toMatch(UNPRINTABLE);
  });

  test('is the same value in JSON.', async () => {
    const { out } = await runBeside('keys create --json', answer);
    expect(JSON.parse(out)).toMatchObject({ id: RECORD.id, name: RECORD.name, key: `pgk_secret${EVIL}` });
  });

  test.each([
    ['an error of the store', () => new Error(`Broken${EVIL}.`)],
    ['a conflict', () => new ProcedureError('CONFLICT', `Broken${EVIL}.`)],
    [
      'the errors of fields',
      () =>
        new ProcedureError('BAD_REQUEST', 'No.', { errors: [{ path: ['name'], message: `Broken${EVIL}.` }] }),
    ],
    ['an unknown operation', () => new ProcedureError('NOT_FOUND', `Broken${EVIL}.`)],
  ])('acts on no terminal when it is %s.', async (_, makeError) => {
    const { exitCode, err } = await runBeside('keys create', async () => {
      throw makeError();
    });
    expect(exitCode).toBeGreaterThan(0);
    expect(err).toMatch(/^error: Broken/);
    expect(err).not.toMatch(UNPRINTABLE);
  });
});
