import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

/** Only root can be somebody else. */
export const IS_ROOT = process.getuid?.() === 0;
/** Another user of this machine, and a group of its own: nobody's. */
export const STRANGER = 65_534;

/** The user of a service, without rights. */
export const SERVICE = 12_345;

/** A process of another user, who puts things where a store is expected. */
export interface Stranger {
  write(path: string, text: string, mode: number): Promise<void>;
  makeFolder(path: string, mode: number): Promise<void>;
  link(target: string, path: string): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  /** Listens in the folder as the owner of a store does. */
  listen(folder: string, trick?: Trick): Promise<void>;
  /** Ends it, and gives back what connected to it or was sent to it. */
  end(): Promise<readonly unknown[]>;
}

export interface Trick {
  /** Of the claim. */
  readonly id?: string | undefined;
  /** The connection with which it takes itself away again, counted from 1. */
  readonly last: number;
  /** What is renamed then, from and to. */
  readonly restore: readonly (readonly [string, string])[];
}

const SCRIPT = fileURLToPath(new URL('false-owner.mjs', import.meta.url));

export function spawnStranger(): Stranger {
  const child = spawn(process.execPath, [SCRIPT, String(STRANGER)], { stdio: ['pipe', 'pipe', 'inherit'] });
  const closed = once(child, 'close');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await closed;
  });
  const heard: unknown[] = [];
  let settleDone = () => {};
  createInterface({ input: child.stdout }).on('line', (line) => {
    const event = JSON.parse(line);
    if (event.event === 'done') settleDone();
    else heard.push(event);
  });
  async function tell(...line: readonly unknown[]): Promise<void> {
    const done = new Promise<void>((resolve) => {
      settleDone = resolve;
    });
    child.stdin.write(`${JSON.stringify(line)}\n`);
    const isGone = await Promise.race([done.then(() => false), closed.then(() => true)]);
    if (isGone) throw new Error(`The stranger could not ${line.join(' ')}.`);
  }
  return {
    write: (path, text, mode) => tell('write', path, text, mode),
    makeFolder: (path, mode) => tell('makeFolder', path, mode),
    link: (target, path) => tell('link', target, path),
    rename: (from, to) => tell('rename', from, to),
    listen: (folder, trick = undefined) => tell('listen', folder, trick ?? {}),
    async end() {
      child.stdin.end();
      await closed;
      return heard;
    },
  };
}
