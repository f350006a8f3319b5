import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { run } from '../../../src/cli/run.js';
import { DIAGNOSTIC_CATALOG } from '../../../src/model/diagnostic-catalog.js';
import { FakeIo } from '../fake-io.js';
import { createFolder } from '../temporary-project.js';

async function printScript(shell: string): Promise<string> {
  const io = new FakeIo('/');
  expect(await run(['completion', shell], io)).toBe(0);
  expect(io.err).toBe('');
  return io.out;
}

function hasShell(shell: string): boolean {
  return spawnSync(shell, ['-c', ':']).status === 0;
}

describe('bash', () => {
  /** What bash offers for the line, whose last word is the one under the cursor. */
  async function complete(...words: readonly string[]): Promise<string[]> {
    const folder = await createFolder({ 'complete.bash': await printScript('bash'), 'src/x': '' });
    const script = `source ./complete.bash
COMP_WORDS=(procgen "$@"); COMP_CWORD=$#; _procgen; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const { stdout } = await promisify(execFile)('bash', ['--norc', '-c', script, 'bash', ...words], {
      cwd: folder,
    });
    return stdout.split('\n').filter((line) => line !== '');
  }

  test.each<[readonly string[], readonly string[]]>([
    [['bu'], ['build']],
    [['d'], ['doctor', 'diff']],
    [
      ['keys', ''],
      ['create', 'disable', 'enable', 'list', 'revoke', 'show'],
    ],
    [['keys', 'cr'], ['create']],
    [['build', '--ch'], ['--check']],
    [['build', '--format', 's'], ['sarif']],
    [['build', '--json', '--cw'], ['--cwd']],
    [
      ['diff', '--fail-on', ''],
      ['breaking', 'risky', 'none'],
    ],
    [['keys', 'create', '--sc'], ['--scopes']],
    [
      ['completion', ''],
      ['bash', 'zsh', 'fish'],
    ],
    [
      ['serve', '--mode', ''],
      ['development', 'production'],
    ],
    [['explain', 'duplicate-r'], ['duplicate-route']],
    [['-C', 's'], ['src']],
    [
      ['nonsense', '--'],
      ['--cwd', '--version', '--help'],
    ],
  ])('%j is completed to %j.', async (words, expected) => {
    expect((await complete(...words)).sort()).toEqual([...expected].sort());
  });

  test('Files are offered where nothing else is known.', async () => {
    expect(await complete('diff', 'v1')).toEqual([]);
    expect(await printScript('bash')).toContain('complete -o default -F _procgen procgen');
  });

  test('Bash itself, asked as by the tab key, calls it.', async () => {
    const folder = await createFolder({ 'complete.bash': await printScript('bash') });
    const outcome = execFileSync('bash', ['--norc', '-ec', 'source ./complete.bash; complete -p procgen'], {
      cwd: folder,
    });
    expect(outcome.toString()).toContain('_procgen');
  });
});

test.runIf(hasShell('zsh'))('zsh reads its script and offers the commands.', async () => {
  const folder = await createFolder({ 'complete.zsh': await printScript('zsh') });
  const script = `autoload -U compinit; compinit -D -d ./dump; source ./complete.zsh
_describe() { print -l -- "\${(@P)2}" }
words=(procgen keys ''); CURRENT=3; PREFIX=''; _procgen`;
  const { stdout } = await promisify(execFile)('zsh', ['-f', '-c', script], { cwd: folder });
  expect(stdout).toMatch(/^create:/m);
});

test.runIf(hasShell('fish'))('fish reads its script and offers the commands.', async () => {
  const folder = await createFolder({ 'complete.fish': await printScript('fish') });
  const script = `source ${join(folder, 'complete.fish')}; complete -C 'procgen keys '`;
  const { stdout } = await promisify(execFile)('fish', ['--no-config', '-c', script]);
  expect(stdout).toMatch(/^create\t/m);
});

test.each(['bash', 'zsh', 'fish'])(
  'The script for %s names every command and every option of the program.',
  async (shell) => {
    const script = await printScript(shell);
    for (const word of [
      'build',
      'serve',
      'routes',
      'diff',
      'doctor',
      'init',
      'keys',
      'users',
      'store',
      'completion',
      'eject',
    ]) {
      expect(script).toContain(word);
    }
    for (const code of Object.keys(DIAGNOSTIC_CATALOG)) expect(script).toContain(code);
    for (const option of ['check', 'fail-on', 'rate-limit-store', 'scopes', 'expires', 'client-package']) {
      expect(script).toContain(option);
    }
  },
);
