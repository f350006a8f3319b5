import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { REPOSITORY } from '../cli/temporary-project.js';
import { startKeyService } from './key-service.js';
import { parseStrace, type TracedCall } from './parse-strace.js';
import { makeStoreFolder } from './store-folder.js';
import { attachStrace, CAN_TRACE } from './strace.js';

const TRACE = ['-y', '-s', '1000', '-e', 'trace=openat,write,writev,fsync,rename,renameat,renameat2'];

/** Holds that what is put in the store's place is whole and durable first, and gives back when the last was durable. */
function readEndOfLastWrite(calls: readonly TracedCall[], path: string): number {
  const folder = join(path, '..');
  const find = (from: number, name: string, text: string): TracedCall => {
    const call = calls.find((call) => call.began > from && call.name === name && call.text.includes(text));
    if (call === undefined) throw new Error(`There is no ${name} with ${text} after line ${from}.`);
    expect(call.text).not.toMatch(/= -1 /);
    return call;
  };
  const renames = calls.filter(({ name, text }) => name.startsWith('rename') && text.includes(`"${path}"`));
  expect(renames.length).toBeGreaterThan(0);
  let end = -1;
  for (const rename of renames) {
    const temporary = /"([^"]+\.[0-9a-f]{16}\.tmp)"/.exec(rename.text)?.[1] ?? '';
    const made = find(end, 'openat', `"${temporary}", O_WRONLY|O_CREAT|O_EXCL|O_TRUNC|O_CLOEXEC, 0600`);
    const written = find(made.over, 'write', `<${temporary}>, "{\\"procgenStore\\":`);
    const synced = find(written.over, 'fsync', `<${temporary}>`);
    expect(synced.over).toBeLessThan(rename.began);
    end = find(rename.over, 'fsync', `<${folder}>)`).over;
  }
  return end;
}

describe.runIf(CAN_TRACE)('S-01', () => {
  it('fsync, rename and fsync of the folder come before the answer of a command', () => {
    const folder = makeStoreFolder();
    const [path, log] = [join(folder, 'store.json'), join(folder, 'trace')];
    const argv = [`${REPOSITORY}/bin/procgen.js`, 'keys', 'create', '--plain', '--store', `file:${path}`];
    const run = spawnSync('strace', ['-f', '-o', log, ...TRACE, process.execPath, ...argv], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(run.status).toBe(0);
    const calls = parseStrace(readFileSync(log, 'utf8'));
    const answer = calls.find(
      ({ name, text }) => name.startsWith('write') && text.includes(run.stdout.trim()),
    );
    expect(readEndOfLastWrite(calls, path)).toBeLessThan(answer?.began ?? -1);
  });

  it('fsync, rename and fsync of the folder come before the answer of a server', async () => {
    const folder = makeStoreFolder();
    const [path, log] = [join(folder, 'store.json'), join(folder, 'trace')];
    const service = await startKeyService(path);
    onTestFinished(async () => void (await service.stop('SIGKILL')));
    const detach = await attachStrace(service.pid, ['-o', log, ...TRACE]);
    const { body } = await service.createKey('traced');
    await detach();
    const calls = parseStrace(readFileSync(log, 'utf8'));
    const { id } = body as { id: string };
    const answer = calls.find(({ name, text }) => name.startsWith('write') && text.includes('HTTP/1.1 200'));
    expect(answer?.text).toContain(id);
    expect(readEndOfLastWrite(calls, path)).toBeLessThan(answer?.began ?? -1);
  });
});
