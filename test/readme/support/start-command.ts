import { spawn } from 'node:child_process';

export interface Finished {
  readonly exitCode: number | null;
  readonly out: string;
  readonly err: string;
}

export interface Started {
  /** Resolves with the match as soon as stderr has one; rejects with the output when the command ends without. */
  seen(pattern: RegExp): Promise<RegExpExecArray>;
  /** Asks the command itself to stop, as `kill` would; what it started is not told. */
  stop(): void;
  /** Ends the command and everything that it started. */
  end(signal: 'SIGTERM' | 'SIGKILL'): void;
  /** When the command has ended, and all that it started has let go of its output. */
  readonly finished: Promise<Finished>;
}

export interface CommandOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** What a person's shell has, with what npm needs behind a proxy that decrypts. The runner's own variables are left out. */
function cleanEnv(env: Readonly<Record<string, string>> = {}): Record<string, string> {
  const kept = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'NODE_EXTRA_CA_CERTS'].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  });
  return { ...Object.fromEntries(kept), npm_config_update_notifier: 'false', ...env };
}

/** Starts a command in a process group of its own, so that it can be ended with all that it starts. */
export function startCommand(argv: readonly string[], { cwd, env }: CommandOptions): Started {
  const [command = '', ...args] = argv;
  const child = spawn(command, args, {
    cwd,
    env: cleanEnv(env),
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let err = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  const finished = new Promise<Finished>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (exitCode) => resolve({ exitCode, out, err }));
  });
  const watchers = new Set<() => void>();
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
    for (const watcher of [...watchers]) watcher();
  });
  return {
    seen: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const match = pattern.exec(err);
          if (match) resolve(match);
        };
        watchers.add(look);
        look();
        finished.then(() => reject(new Error(`It ended without ${pattern}.\n${out}${err}`)), reject);
      }),
    stop: () => void child.kill('SIGTERM'),
    end: (signal) => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, signal);
      } catch (error) {
        // Everything has ended by itself.
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
      }
    },
    finished,
  };
}

/** Runs a command to its end; everything it started ends with it. */
export function runCommand(argv: readonly string[], options: CommandOptions): Promise<Finished> {
  return startCommand(argv, options).finished;
}

/** Runs a README block as a shell would, stopping at the first line that fails. */
export function startShell(script: string, options: CommandOptions): Started {
  return startCommand(['bash', '-euo', 'pipefail', '-c', script], {
    ...options,
    // npx may run what is installed and nothing else.
    env: { npm_config_offline: 'true', npm_config_yes: 'false', ...options.env },
  });
}
