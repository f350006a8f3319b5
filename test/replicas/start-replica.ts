import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { REPOSITORY } from '../cli/temporary-project.js';
import { makeBuiltProject } from '../stores/make-built-project.js';

/** A `procgen serve` in a process of its own, one of several over one PostgreSQL. */
export interface Replica {
  readonly child: ChildProcess;
  /** Such as `http://127.0.0.1:3000`. */
  readonly origin: string;
  /** The status of a request. A `key` goes along as `Authorization`. */
  ask(path: string, options?: { readonly key?: string; readonly method?: string }): Promise<Reply>;
  /** A new key: its id and its secret. */
  createKey(): Promise<{ readonly id: string; readonly key: string }>;
  /** All that it has written. */
  readLog(): string;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: each test knows its answers.
  readonly body: any;
  readonly ms: number;
}

const BUNDLE = `import { procedure } from 'procgen';
import { defineRoutes } from 'procgen/runtime';
import * as z from 'zod';

const meta = (method, path, protect) => ({
  openapi: { enabled: true, method, path, tags: [], summary: path, protect }, rateLimit: false,
});
const Key = z.object({ id: z.string(), key: z.string() });
const create = procedure.meta(meta('POST', '/keys', false)).output(Key).mutation(async ({ ctx }) => {
  const { record, secret } = await ctx.apiKeys.create({ userId: 'local', name: 'made' });
  return { id: record.id, key: secret };
});
const createUntil = procedure.meta(meta('POST', '/keys/until/:expiresAt', false)).input(z.object({ expiresAt: z.string() }))
  .output(Key).mutation(async ({ input, ctx }) => {
    const terms = { userId: 'local', name: 'short', expiresAt: new Date(input.expiresAt) };
    const { record, secret } = await ctx.apiKeys.create(terms);
    return { id: record.id, key: secret };
  });
const remove = procedure.meta(meta('DELETE', '/keys/:id', false)).input(z.object({ id: z.string() }))
  .output(z.object({ isDeleted: z.boolean() }))
  .mutation(async ({ input, ctx }) => ({ isDeleted: (await ctx.apiKeys.delete({ userId: 'local', id: input.id })) !== null }));
const me = procedure.meta(meta('GET', '/me', true)).output(z.object({ id: z.string() }))
  .query(({ ctx }) => ({ id: ctx.user.id }));
const ping = procedure.meta(meta('GET', '/ping', false)).output(z.object({ pong: z.boolean() }))
  .query(() => ({ pong: true }));
const route = { protect: false, rateLimit: false, status: 200 };
export const routes = defineRoutes({
  description: new URL('./openapi.json', import.meta.url),
  credentials: { header: 'Authorization', prefix: 'Bearer' },
  messages: { en: {} },
  routes: [
    { ...route, name: 'keys.create', method: 'POST', path: '/keys', procedure: create },
    { ...route, name: 'keys.createUntil', method: 'POST', path: '/keys/until/:expiresAt', procedure: createUntil },
    { ...route, name: 'keys.remove', method: 'DELETE', path: '/keys/:id', procedure: remove },
    { ...route, name: 'me', method: 'GET', path: '/me', procedure: me, protect: true },
    { ...route, name: 'ping', method: 'GET', path: '/ping', procedure: ping },
  ],
});
export const config = { maxKeysPerUser: 100000 };
`;

/**
 * Starts a server on the store, with `variables` in its environment; resolves when it listens, rejects with what it wrote when it
 * ends before.
 */
export async function startReplica(
  store: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<Replica> {
  const root = makeBuiltProject(BUNDLE);
  const argv = [`${REPOSITORY}/bin/procgen.js`, 'serve', '--mode', 'production', '--port', '0'];
  const env = { PATH: process.env.PATH, PROCGEN_STORE: store, ...variables };
  const child = spawn(process.execPath, argv, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let log = '';
  const gone = once(child, 'close').then(() => rmSync(root, { recursive: true, force: true }));
  const origin = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        log += text;
        const [, found] = /^listening on (\S+)$[\s\S]*^ {2}sign in .*\n/m.exec(log) ?? [];
        if (found !== undefined) resolve(found);
      });
    void gone.then(() => reject(new Error(log)));
  });
  const ask: Replica['ask'] = async (path, { key, method = 'GET' } = {}) => {
    const headers: Record<string, string> = key === undefined ? {} : { Authorization: `Bearer ${key}` };
    const started = performance.now();
    const answer = await fetch(origin + path, { method, headers });
    const text = await answer.text();
    const body = text === '' ? null : JSON.parse(text);
    return { status: answer.status, headers: answer.headers, body, ms: performance.now() - started };
  };
  return {
    child,
    origin,
    ask,
    async createKey() {
      const { status, body } = await ask('/api/keys', { method: 'POST' });
      if (status !== 200) throw new Error(`No key: ${status} ${JSON.stringify(body)}`);
      return body;
    },
    readLog: () => log,
    async stop(signal = 'SIGTERM') {
      child.kill(signal);
      await gone;
    },
  };
}
