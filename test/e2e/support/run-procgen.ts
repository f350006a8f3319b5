import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The real command line of this checkout. It needs `dist/`. */
export const BIN = fileURLToPath(new URL('../../../bin/procgen.js', import.meta.url));

export interface ProcgenOptions {
  /** The project's folder. */
  readonly cwd: string;
  /** Added to the environment; `undefined` takes a variable out. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

export interface Finished {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `procgen …args` to its end. */
export function runProcgen(args: readonly string[], options: ProcgenOptions): Promise<Finished> {
  return spawnProcgen(args, options).finished;
}

/** Starts `procgen …args` as a process of its own. */
export function spawnProcgen(
  args: readonly string[],
  { cwd, env = {} }: ProcgenOptions,
): { readonly child: ChildProcess; readonly finished: Promise<Finished>; readonly output: Output } {
  return spawnNode([BIN, ...args], cwd, env);
}

/** What has been written so far. */
export interface Output {
  stdout: string;
  stderr: string;
}

/** Starts Node on a script, as a person's shell would: without what a test runner puts in the environment. */
export function spawnNode(
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string | undefined>> = {},
): { readonly child: ChildProcess; readonly finished: Promise<Finished>; readonly output: Output } {
  const clean = Object.entries(process.env).filter(
    ([name]) =>
      name !== 'NODE_ENV' && name !== 'NODE_OPTIONS' && !/^(VITEST|PROCGEN_|FORCE_COLOR)/.test(name),
  );
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...Object.fromEntries(clean), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: Output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output.stderr += text;
  });
  const finished = new Promise<Finished>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code, signal, ...output }));
  });
  return { child, finished, output };
}
