import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from 'procgen/runtime';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, createClient } from '../generated/client.js';
import { routes } from '../generated/routes.js';
import config from '../procgen.config.js';

const folder = await mkdtemp(join(tmpdir(), 'greetings-'));
const app = createApp(routes, { ...config, store: `file:${join(folder, 'store.json')}`, accessLog: false });
const server = app.listen(0, '127.0.0.1');
let baseUrl: string;
let api: Client;

beforeAll(async () => {
  await app.ready();
  const keyring = await app.keyring();
  const { secret } = await keyring.apiKeys.create({ userId: 'tester', name: 'tests' });
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  api = createClient({ baseUrl, apiKey: secret });
});

afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

test('greets by name', async () => {
  const greeting = await api.greetings.greet({ name: 'Ada', times: 2 }).orThrow();
  expect(greeting.text).toBe('Hello, Ada, Ada!');
});

test('says which field is wrong', async () => {
  const result = await api.greetings.greet({ name: 'Ada', times: 9 });
  expect(result).toMatchObject({
    success: false,
    kind: 'failure',
    status: 400,
    errors: [{ path: ['times'] }],
  });
});

test('greets nobody without a key', async () => {
  const result = await createClient({ baseUrl, apiKey: '' }).greetings.greet({ name: 'Ada' });
  expect(result).toMatchObject({ success: false, kind: 'failure', status: 401 });
});
