import { join } from 'node:path';
import { expect } from 'vitest';
import { run } from '../../src/cli/run.js';
import { openFileStore } from '../../src/stores/file-store.js';
import { connectStoreOwner } from '../../src/stores/open-store.js';
import { FakeIo } from '../cli/fake-io.js';
import { takeSnapshot } from './snapshot.js';
import { NO_AUDIT } from './stored-key.js';

/** A store of ours with a user in it. */
export async function makeStore(folder: string): Promise<string> {
  const path = join(folder, 'store.json');
  const store = await openFileStore(path);
  await store.users.ensure({ id: 'alice', createdAt: 1 }, NO_AUDIT);
  await store.audit.append({ time: '', event: 'user.created', actor: 'alice' } as never);
  await store.close();
  return path;
}

/** One command line, in this process. */
export async function runProcgen(line: string): Promise<{ exitCode: number; out: string; err: string }> {
  const io = new FakeIo('/');
  return { exitCode: await run(line.split(' '), io), out: io.out, err: io.err };
}

const COMMANDS = [
  'keys create --plain --store file:PATH',
  'keys list --store file:PATH',
  'users link --plain --store file:PATH',
  'store verify --store file:PATH',
  'store migrate --store file:PATH',
  'store copy file:PATH file:PATH-copy.json',
];

/** That no command works on the store, each says why, and none changes a thing. */
export async function expectRefusal(path: string, folder: string, sentence: RegExp): Promise<void> {
  const before = takeSnapshot(folder);
  for (const command of COMMANDS) {
    const { exitCode, out, err } = await runProcgen(command.replaceAll('PATH', path));
    expect({ command, exitCode, out }).toEqual({ command, exitCode: 2, out: '' });
    expect(err).toMatch(/^error: .+\n$/);
    expect(err).toMatch(sentence);
  }
  await expect(openFileStore(path)).rejects.toMatchObject({ code: 'INSECURE' });
  await expect(connectStoreOwner(`file:${path}`, { cwd: '/' })).rejects.toMatchObject({ code: 'INSECURE' });
  expect(takeSnapshot(folder)).toEqual(before);
}
