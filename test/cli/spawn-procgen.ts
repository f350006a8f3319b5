import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { REPOSITORY } from './temporary-project.js';

export interface Outcome {
  readonly exitCode: number | null;
  readonly out: string;
  readonly err: string;
}

export interface Running {
  readonly pid: number;
  /** Resolves with the match as soon as stderr has one; rejects when the process ends without. */
  seen(pattern: RegExp): Promise<RegExpExecArray>;
  signal(signal: 'SIGINT' | 'SIGTERM'): void;
  readonly end: Promise<Outcome>;
}

/** Starts the real `bin/procgen.js` in `cwd`, with this environment and PATH and nothing else, within a test. */
export function spawnProcgen(cwd: string, line: string, env: Record<string, string> = {}): Running {
  return spawnShim(join(REPOSITORY, 'bin/procgen.js'), { cwd, line, env });
}

/** Starts the procgen that the project in `cwd` has installed. */
export function spawnInstalled(cwd: string, line: string): Running {
  return spawnShim(join(cwd, 'node_modules/procgen/bin/procgen.js'), { cwd, line, env: {} });
}

interface Start {
  readonly cwd: string;
  readonly line: string;
  readonly env: Readonly<Record<string, string>>;
}

function spawnShim(shim: string, { cwd, line, env }: Start): Running {
  const argv = line === '' ? [] : line.split(' ');
  const child = spawn(process.execPath, [shim, ...argv], {
    cwd,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // Ends what a test that fails leaves running; of a process that has ended it is without effect.
  onTestFinished(() => void child.kill('SIGKILL'));
  let out = '';
  let err = '';
  const watchers = new Set<() => void>();
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
    for (const watcher of [...watchers]) watcher();
  });
  const end = new Promise<Outcome>((resolve) => {
    child.once('close', (exitCode) => resolve({ exitCode, out, err }));
  });
  return {
    pid: child.pid as number,
    seen: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const match = pattern.exec(err);
          if (!match) return;
          watchers.delete(look);
          resolve(match);
        };
        watchers.add(look);
        look();
        void end.then(() => reject(new Error(`ended without ${pattern}:\n${err}`)));
      }),
    signal: (signal) => void child.kill(signal),
    end,
  };
}
