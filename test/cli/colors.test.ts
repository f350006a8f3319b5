import { expect, test } from 'vitest';
import { run } from '../../src/cli/run.js';
import { FakeIo } from './fake-io.js';
import { createFolder } from './temporary-project.js';

const API = '{"openapi":"3.1.0","info":{"title":"a","version":"1"},"paths":{}}';
const FILES = { 'a.json': API.replace('{}', '{"/a":{"get":{}}}'), 'b.json': API };

/** Whether stdout and stderr are terminals, the environment, and which of them get colour. */
const CASES: readonly (readonly [boolean, boolean, Record<string, string>, boolean, boolean])[] = [
  [true, true, {}, true, true],
  [true, false, {}, true, false],
  [false, true, {}, false, true],
  [false, false, {}, false, false],
  [true, true, { NO_COLOR: '1' }, false, false],
  [true, true, { NO_COLOR: '' }, true, true],
  [true, true, { TERM: 'dumb' }, false, false],
  [true, true, { TERM: 'xterm-256color' }, true, true],
  [false, false, { FORCE_COLOR: '1' }, true, true],
  [false, false, { FORCE_COLOR: 'true', TERM: 'dumb' }, true, true],
  [true, true, { FORCE_COLOR: '0' }, false, false],
  [true, true, { FORCE_COLOR: '1', NO_COLOR: '1' }, false, false],
  [false, false, { NO_COLOR: '1' }, false, false],
  [false, false, { TERM: 'dumb' }, false, false],
  [false, false, { CI: 'true', GITHUB_ACTIONS: 'true' }, false, false],
];

test.each(CASES)(
  'With terminals (%j, %j) and %j colour goes to stdout: %j, to stderr: %j.',
  async (isStdoutTTY, isStderrTTY, env, isStdoutColored, isStderrColored) => {
    const folder = await createFolder(FILES);
    const write = async (argv: readonly string[]) => {
      const io = new FakeIo(folder, { env });
      const streams = {
        stdout: { ...io.stdout, isTTY: isStdoutTTY },
        stderr: { ...io.stderr, isTTY: isStderrTTY },
      };
      await run(argv, Object.assign(Object.create(io), streams));
      return io;
    };
    expect((await write(['diff', 'a.json', 'b.json'])).out.includes('\u001b')).toBe(isStdoutColored);
    expect((await write(['biuld'])).err.includes('\u001b')).toBe(isStderrColored);
    expect((await write(['build'])).err.includes('\u001b')).toBe(isStderrColored);
    for (const argv of [
      ['diff', 'a.json', 'b.json', '--json'],
      ['build', '--json'],
      ['completion', 'bash'],
    ]) {
      expect((await write(argv)).out).not.toContain('\u001b');
    }
  },
);
