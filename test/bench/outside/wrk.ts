import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { text } from 'node:stream/consumers';
import { WORK_FOLDER } from '../harness/places.js';
import { SetupError } from '../harness/setup-error.js';
import { listHeaders, type OutsideRequest } from './requests.js';

/** The cores that the server and wrk have to themselves. */
export const SERVER_CORE = '0';
const WRK_CORE = '1';

const REQUIRED = [
  { command: 'taskset', args: ['--version'], debianPackage: 'util-linux' },
  { command: 'wrk', args: ['--version'], debianPackage: 'wrk' },
];

/** Throws with what to install when the machine lacks something that the bench runs. */
export function requireTools(): void {
  for (const { command, args, debianPackage } of REQUIRED) {
    if (!spawnSync(command, args).error) continue;
    throw new SetupError(`${command} is not installed. Install it: apt-get install ${debianPackage}`);
  }
  if (availableParallelism() < 2)
    throw new SetupError('The server and wrk need a core each; there is only one.');
}

/** Kills a process when this one ends. What it returns takes that back. */
export function endWithBench(child: ChildProcess): () => void {
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  return () => process.removeListener('exit', kill);
}

/** What wrk reports of a run. */
export interface WrkResult {
  readonly requests: number;
  readonly perSecond: number;
  /** Answers with a status of 400 or above. */
  readonly refused: number;
  /** Connections that failed, and requests without an answer. */
  readonly socketErrors: number;
}

/** Reads what wrk prints. Throws when it lacks the figures. */
export function parseWrk(output: string): WrkResult {
  const [, requests] = /(\d+) requests in /.exec(output) ?? [];
  const [, perSecond] = /Requests\/sec:\s+([\d.]+)/.exec(output) ?? [];
  if (!requests || !perSecond) throw new Error(`wrk printed no figures:\n${output}`);
  const [, refused = 0] = /Non-2xx or 3xx responses: (\d+)/.exec(output) ?? [];
  const errors = /Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)/.exec(output) ?? [];
  return {
    requests: Number(requests),
    perSecond: Number(perSecond),
    refused: Number(refused),
    socketErrors: errors.slice(1).reduce((sum, count) => sum + Number(count), 0),
  };
}

/** Sends a request over 32 connections for so long. Rejects when any answer has another status than it must. */
export async function runWrk(
  { origin, key, seconds }: { origin: string; key: string; seconds: number },
  request: OutsideRequest,
): Promise<WrkResult> {
  const script = writeScript(request, key);
  const args = ['-t1', '-c32', `-d${seconds}s`, '-s', script, `${origin}${request.path}`];
  const child = spawn('taskset', ['-c', WRK_CORE, 'wrk', ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const release = endWithBench(child);
  const result = parseWrk(await text(child.stdout));
  release();
  const expected = request.status < 400 ? 0 : result.requests;
  if (result.refused !== expected || result.socketErrors > 0) {
    throw new Error(`${request.name} was answered wrongly under load: ${JSON.stringify(result)}`);
  }
  return result;
}

/** The request as a script for wrk, which sends bodies in no other way. */
function writeScript(request: OutsideRequest, key: string): string {
  const folder = `${WORK_FOLDER}/outside`;
  const file = `${folder}/${request.name}.lua`;
  const headers = Object.entries(listHeaders(request, key));
  const lines = [
    `wrk.method = ${JSON.stringify(request.method)}`,
    ...headers.map(([name, value]) => `wrk.headers[${JSON.stringify(name)}] = ${JSON.stringify(value)}`),
    ...(request.body === undefined ? [] : [`wrk.body = ${JSON.stringify(request.body)}`]),
  ];
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, `${lines.join('\n')}\n`);
  return file;
}
