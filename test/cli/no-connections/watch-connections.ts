import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CAN_TRACE } from '../../stores/strace.js';

export interface Watched {
  readonly exitCode: number | null;
  readonly err: string;
  /** The addresses and names that it, or anything it started, reached out to, without those of this machine. */
  readonly foreign: readonly string[];
}

export interface WatchOptions {
  /** Called with what it says on stderr, and may end it. */
  readonly use?: (err: string, stop: () => void) => void;
  readonly isTraced?: boolean;
}

const HOOK = fileURLToPath(new URL('note-connections.mjs', import.meta.url));
const CALLS = 'connect,sendto,sendmsg,sendmmsg';

/**
 * Runs Node with these arguments in `folder`, where `connections.log` is left, and sees what it reaches out to: every
 * call of it and its children to the system where strace may be used, else what Node's own modules are asked for.
 */
export async function watchConnections(
  argv: readonly string[],
  folder: string,
  { use = () => {}, isTraced = CAN_TRACE }: WatchOptions = {},
): Promise<Watched> {
  const log = join(folder, 'connections.log');
  const hooked = [process.execPath, '--import', HOOK, ...argv];
  const traced = ['strace', '-f', '-qq', '-e', `trace=${CALLS}`, '-o', log, process.execPath, ...argv];
  const [command = '', ...args] = isTraced ? traced : hooked;
  const child = spawn(command, args, {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, PORT: '0', CONNECTIONS_LOG: log },
    stdio: ['ignore', 'ignore', 'pipe'],
    // A group of its own: strace keeps signals to itself.
    detached: true,
  });
  let err = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
    use(err, () => void process.kill(-(child.pid as number), 'SIGTERM'));
  });
  const [exitCode] = (await once(child, 'close')) as [number | null];
  const text = await readFile(log, 'utf8').catch(() => '');
  const addresses = isTraced ? listAddresses(text) : text.split('\n').filter((line) => line !== '');
  return { exitCode, err, foreign: [...new Set(addresses)].filter((address) => !isOwn(address)) };
}

function listAddresses(trace: string): readonly string[] {
  const found = trace.matchAll(/inet_addr\("([^"]+)"\)|inet_pton\(AF_INET6, "([^"]+)"/g);
  return [...found].map(([, four, six]) => four ?? six ?? '');
}

function isOwn(address: string): boolean {
  return /^(?:127\.|::1$|::ffff:127\.|localhost$)/.test(address);
}
