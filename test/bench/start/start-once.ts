import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readUsage } from '../harness/read-usage.js';
import { openConnection, readStatus } from '../server/connection.js';
import { readPort } from '../server/server-process.js';

export interface StartCommand {
  readonly name: string;
  readonly args: readonly string[];
  /** What is asked first. */
  readonly path: string;
  readonly key: string;
}

/** From the start of the process to the last byte of its first answer. */
export interface Start {
  readonly wallMs: number;
  readonly cpuMs: number;
}

/** Starts a server, asks it for something, and ends it. Rejects when the answer is not a 200. */
export async function startOnce({ name, args, path, key }: StartCommand): Promise<Start> {
  const begin = performance.now();
  const child = spawn(process.execPath, args, {
    env: { ...process.env, NODE_ENV: 'production', BENCH_KEY: key },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  try {
    const connection = await openConnection(await readPort(name, child));
    const head = `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\n\r\n`;
    const status = readStatus(await connection.ask(head));
    const wallMs = performance.now() - begin;
    const cpuMs = readUsage(child.pid as number)?.cpuMs ?? Number.NaN;
    connection.close();
    if (status !== 200) throw new Error(`${name} answered first with ${status}.`);
    return { wallMs, cpuMs };
  } finally {
    if (child.exitCode === null && child.kill('SIGTERM')) await once(child, 'exit');
  }
}
