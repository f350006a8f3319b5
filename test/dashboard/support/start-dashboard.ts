import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDashboard, type DashboardOptions } from '../../../src/dashboard/create-dashboard.js';
import type { KeyUse } from '../../../src/dashboard/key-use.js';
import type { Logger } from '../../../src/definition/context.js';
import type { ApiKeys } from '../../../src/keys/api-keys.js';
import type { Keyring } from '../../../src/keys/keyring.js';
import { openTestedKeyring } from '../../keys/support/open-tested-keyring.js';
import { type HostOptions, serveDashboard } from './serve-dashboard.js';

export const START = Date.UTC(2026, 2, 10, 12);

export interface DashboardTestOptions extends Partial<DashboardOptions>, HostOptions {
  readonly maxKeys?: number;
}

export interface RunningDashboard {
  readonly url: string;
  readonly keyring: Keyring;
  /** Where the store is. */
  readonly folder: string;
  readonly clock: { now: number };
  readonly log: string[];
  /** What the key service throws instead of doing its work, by operation. */
  readonly failures: Partial<Record<'list' | 'create' | 'rotate' | 'update' | 'delete', Error>>;
  /** Sends a request as a page of the dashboard would, or as `headers` say. */
  ask(path: string, init?: RequestInit): Promise<Response>;
  /** Posts a form from the dashboard's own page. */
  post(path: string, fields: Record<string, string>, init?: RequestInit): Promise<Response>;
  /** Signs a user in over the wire and answers with the cookie to send. */
  signIn(userId?: string): Promise<string>;
  /** Closes the store and opens it again, as a new process would. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** What keys are good for, unless a test says otherwise. */
export const KEY_USE: KeyUse = {
  areKeysAccepted: true,
  isApiServed: true,
  docsPath: '/api/docs',
  scopes: [],
  findSample: () => ({ operation: 'apiKeys.list', path: '/api-keys', input: null }),
};

/** The same where procedures name scopes. */
export const SCOPED_USE: KeyUse = {
  ...KEY_USE,
  scopes: [
    { name: 'items:read', operations: 4, isNamed: true },
    { name: 'items:write', operations: 3, isNamed: true },
    { name: 'read', operations: 2, isNamed: false },
    { name: 'releases:publish', operations: 1, isNamed: true },
    { name: 'write', operations: 1, isNamed: false },
  ],
};

/** A server that has nothing but the dashboard, on a free port, over a store in a folder of its own. */
export async function startDashboard(options: DashboardTestOptions = {}): Promise<RunningDashboard> {
  const { maxKeys = 100, isSecure = false, ...rest } = options;
  const clock = { now: START };
  const folder = await mkdtemp(join(tmpdir(), 'procgen-dashboard-'));
  const open = () => openTestedKeyring({ cwd: folder, now: () => clock.now, maxKeysPerUser: maxKeys });
  let keyring = await open();
  const lines: string[] = [];
  const failures: RunningDashboard['failures'] = {};
  const dashboard = createDashboard({
    keyring: async () => withErrors(keyring, failures),
    api: () => KEY_USE,
    log: createLog(lines),
    ...rest,
  });
  const server = createServer(serveDashboard(dashboard, { isSecure }));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const ask = (path: string, init: RequestInit = {}) =>
    fetch(new URL(path, url), { redirect: 'manual', ...init });
  const post = (path: string, fields: Record<string, string>, init: RequestInit = {}) =>
    ask(path, {
      method: 'POST',
      body: new URLSearchParams(fields),
      ...init,
      headers: { 'Sec-Fetch-Site': 'same-origin', ...init.headers },
    });

  return {
    url,
    get keyring() {
      return keyring;
    },
    folder,
    clock,
    log: lines,
    failures,
    ask,
    post,
    async signIn(userId = 'local') {
      const { token } = await keyring.users.createSignInToken(userId);
      const answer = await post('/dashboard/sign-in', { token });
      return readCookie(answer);
    },
    async restart() {
      await keyring.close();
      keyring = await open();
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await keyring.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** The keyring with some of the key service's operations exchanged, whoever asks. */
export function withApiKeys(keyring: Keyring, changes: Partial<ApiKeys>): Keyring {
  return {
    ...keyring,
    from(origin) {
      const bound = keyring.from(origin);
      return { ...bound, apiKeys: { ...bound.apiKeys, ...changes } };
    },
  };
}

function withErrors(keyring: Keyring, failures: RunningDashboard['failures']): Keyring {
  const failing = Object.entries(failures).map(([name, error]) => [name, async () => Promise.reject(error)]);
  return withApiKeys(keyring, Object.fromEntries(failing));
}

/** `name=value` of the one cookie that an answer sets. */
export function readCookie(answer: Response): string {
  const [cookie, ...others] = answer.headers.getSetCookie();
  if (cookie === undefined || others.length > 0) throw new Error('The answer does not set one cookie.');
  return cookie.split(';')[0] ?? '';
}

function createLog(lines: string[]): Logger {
  const write = (fields: object | string, message?: string) => {
    lines.push(typeof fields === 'string' ? fields : `${JSON.stringify(fields)} ${message ?? ''}`);
  };
  return { debug: write, info: write, warn: write, error: write };
}
