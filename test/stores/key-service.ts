import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { expect } from 'vitest';
import { REPOSITORY } from '../cli/temporary-project.js';
import { makeBuiltProject } from './make-built-project.js';

/** A `procgen serve` in a process of its own: whoever asks gets a key, and the list of the keys there are. */
export interface KeyService {
  readonly pid: number;
  /** The status of the answer to `POST /api/keys`, and the new key's id when there is one. */
  createKey(name: string): Promise<{ readonly status: number; readonly body: unknown }>;
  /** The names of the keys, the newest first. */
  listKeys(): Promise<unknown>;
  /** The status of `/readyz`. */
  readReadiness(): Promise<number>;
  /** Ends it with this signal, and resolves with its exit code and all that it wrote. */
  stop(signal?: NodeJS.Signals): Promise<{ readonly exitCode: number | null; readonly log: string }>;
}

/** The answer of a server that cannot write its store. */
export const UNAVAILABLE = { status: 503, body: { success: false, message: expect.any(String) } };

const BUNDLE = `import { procedure } from 'procgen';
import { defineRoutes } from 'procgen/runtime';
import * as z from 'zod';

const meta = (method) => ({
  openapi: { enabled: true, method, path: '/keys', tags: [], summary: 'Keys', protect: false }, rateLimit: false,
});
const create = procedure.meta(meta('POST')).input(z.object({ name: z.string() })).output(z.object({ id: z.string() }))
  .mutation(async ({ input, ctx }) => {
    const { record } = await ctx.apiKeys.create({ userId: 'local', name: input.name });
    return { id: record.id };
  });
const list = procedure.meta(meta('GET')).output(z.array(z.string()))
  .query(async ({ ctx }) => (await ctx.apiKeys.list('local')).map(({ name }) => name));
const route = { path: '/keys', protect: false, rateLimit: false, status: 200 };
export const routes = defineRoutes({
  description: new URL('./openapi.json', import.meta.url),
  credentials: { header: 'Authorization', prefix: 'Bearer' },
  messages: { en: {} },
  routes: [
    { ...route, name: 'keys.create', method: 'POST', procedure: create, body: 'required' },
    { ...route, name: 'keys.list', method: 'GET', procedure: list },
  ],
});
export const config = {};
`;

/** Starts the service on the store at `path`; resolves when it listens, rejects with what it wrote when it ends before. */
export async function startKeyService(path: string): Promise<KeyService> {
  const root = makeBuiltProject(BUNDLE);
  const argv = [
    `${REPOSITORY}/bin/procgen.js`,
    'serve',
    '--mode',
    'production',
    '--port',
    '0',
    '--store',
    `file:${path}`,
  ];
  // One thread for the disk: its system calls then come in one order, which can be counted.
  const env = { PATH: process.env.PATH, UV_THREADPOOL_SIZE: '1' };
  const child = spawn(process.execPath, argv, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let log = '';
  const gone = once(child, 'close').then(() => rmSync(root, { recursive: true, force: true }));
  const port = await new Promise<number>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        log += text;
        // The sign-in link is the last thing that it writes into the store by itself.
        const [, found] = /^listening on http:\/\/localhost:(\d+)$[\s\S]*^ {2}sign in .*\n/m.exec(log) ?? [];
        if (found !== undefined) resolve(Number(found));
      });
    void gone.then(() => reject(Object.assign(new Error(log), { exitCode: child.exitCode })));
  });
  return {
    ...createCalls(port),
    pid: child.pid as number,
    stop: (signal) => stop(child, gone, () => log, signal),
  };
}

async function stop(
  child: ChildProcess,
  gone: Promise<void>,
  readLog: () => string,
  signal: NodeJS.Signals = 'SIGTERM',
): Promise<{ exitCode: number | null; log: string }> {
  child.kill(signal);
  await gone;
  return { exitCode: child.exitCode, log: readLog() };
}

/** All calls go through one connection: the errors of the tests keep the server from taking new ones. */
function createCalls(port: number): Pick<KeyService, 'createKey' | 'listKeys' | 'readReadiness'> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  async function call(
    method: string,
    path: string,
    body?: object,
  ): Promise<{ status: number; body: unknown }> {
    const headers = body === undefined ? {} : { 'Content-Type': 'application/json' };
    const sent = request({ agent, host: '127.0.0.1', port, method, path, headers });
    sent.end(body === undefined ? undefined : JSON.stringify(body));
    const [answer] = await once(sent, 'response');
    let text = '';
    for await (const chunk of answer.setEncoding('utf8')) text += chunk;
    return { status: answer.statusCode, body: text === '' ? null : JSON.parse(text) };
  }
  return {
    createKey: (name) => call('POST', '/api/keys', { name }),
    listKeys: async () => (await call('GET', '/api/keys')).body,
    readReadiness: async () => (await call('GET', '/readyz')).status,
  };
}
