import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { routes } from '../../../generated/routes.js';
import type { CreateKeyRequest } from '../../../src/keys/api-keys.js';
import type { Keyring } from '../../../src/keys/keyring.js';
import type { KeyringOptions } from '../../../src/keys/open-keyring.js';
import { createApp, createLog, createServer, type RouteTable } from '../../../src/runtime/index.js';
import { UNLIMITED } from '../../runtime/support/start-service.js';
import { openTestedKeyring } from './open-tested-keyring.js';
import { readTestedStore, type WrittenStore } from './read-tested-store.js';

/** This repository's own service on a socket, a store of its own behind it, under a clock that stands until it is set. */
export interface KeyService extends WrittenStore {
  readonly url: string;
  readonly keyring: Keyring;
  readonly clock: { now: number };
  /** The folder of a store that is a file. */
  readonly folder: string;
  ask(path: string, init?: RequestInit): Promise<Response>;
  /** The answer to a call of the API made with `key`, its body parsed. */
  call(method: string, path: string, call?: { key?: string; body?: unknown }): Promise<CallAnswer>;
  /** Sends bytes as they are and collects what comes back until the connection closes. */
  raw(text: string): Promise<string>;
  /** A key from the terminal, of `alice` when nobody is named. */
  createKey(terms?: Partial<CreateKeyRequest>): Promise<{ id: string; key: string }>;
  /** All that was logged, as text. */
  readLog(): string;
}

export interface CallAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: { success: boolean; message?: string; payload?: never; errors?: { path: string[] }[] };
}

export interface KeyServiceSetup {
  readonly keyring?: Partial<KeyringOptions>;
}

export async function startKeyService(setup: KeyServiceSetup = {}): Promise<KeyService> {
  const folder = mkdtempSync(join(tmpdir(), 'procgen-keys-'));
  const clock = { now: Date.UTC(2026, 2, 10, 12) };
  const now = () => clock.now;
  let log = '';
  const keyring = await openTestedKeyring({ cwd: folder, now, ...setup.keyring });
  // Of the built package, as the generated table imports it; the brands of both are the same.
  const table = routes as unknown as RouteTable;
  const app = createApp(
    table,
    { overload: false },
    {
      keyring,
      rateLimiter: UNLIMITED,
      now,
      log: createLog({ level: 'debug', destination: { write: (line) => (log += line) } }),
    },
  );
  await app.ready();
  const http = createServer(app);
  const { port } = await http.listen(0, '127.0.0.1');
  onTestFinished(async () => {
    http.server.closeAllConnections();
    await http.drain(0);
    await app.close();
    await keyring.close();
    rmSync(folder, { recursive: true });
  });

  const url = `http://127.0.0.1:${port}`;
  const ask = (path: string, init?: RequestInit) => fetch(`${url}${path}`, { redirect: 'manual', ...init });
  return {
    url,
    keyring,
    clock,
    folder,
    ask,
    async call(method, path, { key, body } = {}) {
      const headers = {
        ...(key !== undefined && { Authorization: `Bearer ${key}` }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      };
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      const answer = await ask(`/api${path}`, { method, headers, ...(body !== undefined && { body: text }) });
      const received = await answer.text();
      return { status: answer.status, headers: answer.headers, text: received, body: JSON.parse(received) };
    },
    raw: (text) => exchange(port, text),
    async createKey(terms = {}) {
      const { record, secret } = await keyring.apiKeys.create({ userId: 'alice', name: 'test', ...terms });
      return { id: record.id, key: secret };
    },
    readLog: () => log,
    ...readTestedStore(folder),
  };
}

function exchange(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    socket.setEncoding('latin1');
    socket.on('data', (chunk: string) => {
      received += chunk;
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(received));
  });
}
