import { randomUUID } from 'node:crypto';
import { cp, mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient } from '../../generated/client.js';
import { runProcgen } from './support/run-procgen.js';
import { type RunningServer, startServer } from './support/start-server.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const folder = join(ROOT, '.procgen', 'e2e', randomUUID());
let server: RunningServer;
let key: string;

/** This repository's own service, built and served as `npm start` does, on a store of its own. */
beforeAll(async () => {
  await mkdir(folder, { recursive: true });
  for (const path of ['procedures', 'procgen.config.ts'])
    await cp(join(ROOT, path), join(folder, path), { recursive: true });
  server = await startServer({ cwd: folder });
  key = (await runProcgen(['keys', 'create', '--name', 'first', '--plain'], { cwd: folder })).stdout.trim();
});
afterAll(async () => {
  expect((await server.stop()).code).toBe(0);
  await rm(folder, { recursive: true, force: true });
});

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

async function ask(
  method: string,
  path: string,
  more: { key?: string; body?: unknown; language?: string } = {},
): Promise<Answer> {
  const answer = await fetch(`${server.url}/api${path}`, {
    method,
    headers: {
      ...(more.key && { Authorization: `Bearer ${more.key}` }),
      ...(more.body !== undefined && { 'Content-Type': 'application/json' }),
      ...(more.language && { 'Accept-Language': more.language }),
    },
    ...(more.body !== undefined && { body: JSON.stringify(more.body) }),
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, body: text === '' ? undefined : JSON.parse(text) };
}

/** A well-formed key that nobody has. */
function withTypo(secret: string): string {
  return secret.slice(0, -1) + (secret.endsWith('x') ? 'y' : 'x');
}

test('Health is answered to everybody, without an envelope and without limits.', async () => {
  const { status, headers, body } = await ask('GET', '/health');
  expect({ status, body }).toEqual({
    status: 200,
    body: { status: 'ok', timestamp: expect.stringMatching(/^\d{4}-.*Z$/) },
  });
  expect([headers.get('RateLimit'), headers.get('X-RateLimit-Limit')]).toEqual([null, null]);
});

test('A key is created with its secret and a message in the caller’s language, listed without, and deleted.', async () => {
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
  const created = await ask('POST', '/api-keys', {
    key,
    body: { name: 'CI', expiresAt, scopes: ['read'] },
    language: 'de',
  });
  expect(created).toMatchObject({
    status: 201,
    body: { success: true, payload: { name: 'CI', scopes: ['read'], expiresAt, lastUsedAt: null } },
  });
  const { payload, message } = created.body as {
    payload: { id: string; key: string; start: string };
    message: string;
  };
  expect(payload.key).toMatch(/^pgk_[0-9A-Za-z]{46}$/);
  expect(payload.key.startsWith(payload.start)).toBe(true);
  expect(message).toMatch(/^Der Schlüssel/);
  expect(created.headers.get('Cache-Control')).toBe('no-store');

  const listed = await ask('GET', '/api-keys', { key });
  expect(listed.status).toBe(200);
  expect(JSON.stringify(listed.body)).not.toContain(payload.key);
  const record = {
    id: payload.id,
    name: 'CI',
    start: payload.start,
    scopes: ['read'],
    createdAt: expect.any(String),
    lastUsedAt: null,
    expiresAt,
    disabled: false,
  };
  expect((listed.body as { payload: unknown[] }).payload).toContainEqual(record);

  expect((await ask('GET', '/api-keys', { key: payload.key })).status).toBe(200);
  const narrow = await ask('POST', '/api-keys', { key: payload.key, body: { name: 'wider' } });
  expect([narrow.status, narrow.headers.get('WWW-Authenticate')]).toEqual([
    403,
    'Bearer error="insufficient_scope"',
  ]);

  const deleted = await ask('DELETE', `/api-keys/${payload.id}`, { key });
  expect([deleted.status, deleted.body]).toEqual([200, { success: true, payload: { id: payload.id } }]);
  expect((await ask('GET', '/api-keys', { key: payload.key })).status).toBe(401);
  const gone = await ask('DELETE', `/api-keys/${payload.id}`, { key });
  expect([gone.status, gone.body]).toEqual([404, { success: false, message: 'You have no such key.' }]);
});

test('Wrong input is a 400 with one entry per offending field, and nothing is stored.', async () => {
  const before = (await ask('GET', '/api-keys', { key })).body as { payload: unknown[] };
  const wrong = await ask('POST', '/api-keys', {
    key,
    body: { name: '', expiresAt: 5, userId: 'mallory', ownerId: 'm' },
  });
  expect(wrong.status).toBe(400);
  const { errors } = wrong.body as { errors: { path: string[] }[] };
  expect(errors.map(({ path }) => path)).toEqual([['name'], ['expiresAt'], ['userId'], ['ownerId']]);
  const late = new Date(Date.now() + 400 * 86_400_000).toISOString();
  expect((await ask('POST', '/api-keys', { key, body: { name: 'x', expiresAt: late } })).status).toBe(400);
  const after = (await ask('GET', '/api-keys', { key })).body as { payload: unknown[] };
  expect(after.payload).toHaveLength(before.payload.length);
});

test('Without a key, with a wrong one and on unknown paths and methods the failures are envelopes.', async () => {
  const refused = { success: false, message: 'A valid API key is required.' };
  const missing = await ask('GET', '/api-keys');
  expect([missing.status, missing.body, missing.headers.get('WWW-Authenticate')]).toEqual([
    401,
    refused,
    'Bearer',
  ]);
  const wrong = await ask('POST', '/api-keys', { key: withTypo(key), body: {} });
  expect([wrong.status, wrong.body, wrong.headers.get('WWW-Authenticate')]).toEqual([
    401,
    refused,
    'Bearer error="invalid_token"',
  ]);
  const unknown = await ask('GET', '/nothing');
  expect([unknown.status, unknown.body]).toEqual([404, { success: false, message: 'Not found.' }]);
  const method = await ask('PATCH', '/api-keys');
  expect([method.status, method.headers.get('Allow')]).toEqual([405, 'GET, HEAD, POST, OPTIONS']);
  expect(method.body).toEqual({ success: false, message: 'The method is not allowed here.' });
});

test('K-12 A key that is revoked from the terminal is refused by the running server at once, and the audit log says by whom.', async () => {
  const made = await runProcgen(['keys', 'create', '--user', 'alice', '--json'], { cwd: folder });
  const record = JSON.parse(made.stdout) as { id: string; key: string };
  expect((await ask('GET', '/api-keys', { key: record.key })).status).toBe(200);
  const revoked = await runProcgen(['keys', 'revoke', record.id], { cwd: folder });
  expect(revoked.code).toBe(0);
  const refused = await ask('GET', '/api-keys', { key: record.key });
  expect(refused.status).toBe(401);

  const audit = await readFile(join(folder, '.procgen/store.json.audit.jsonl'), 'utf8');
  const entries = audit
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const terminal = { actor: 'cli', address: null, requestId: null };
  expect(entries.filter(({ key, user }) => key === record.id || user === 'alice')).toMatchObject([
    { event: 'user.created', user: 'alice', ...terminal },
    { event: 'key.created', key: record.id, user: 'alice', ...terminal },
    { event: 'key.deleted', key: record.id, user: 'alice', ...terminal },
  ]);
  expect(audit + server.output.stdout + server.output.stderr).not.toContain(record.key.slice(8));
});

test('The client of another repository does the same, and the 101st query in a minute is a 429.', async () => {
  const api = createClient({ baseUrl: server.url, apiKey: () => key, retries: 0 });
  const created = await api.apiKeys.create({ name: 'client' }).orThrow();
  expect(created.key).toMatch(/^pgk_/);
  const failed = await api.apiKeys.create({ name: '' });
  expect(failed).toMatchObject({
    success: false,
    kind: 'failure',
    status: 400,
    errors: [{ path: ['name'] }],
  });
  expect((await api.health.check().orThrow()).status).toBe('ok');

  let answer = await ask('GET', '/api-keys', { key });
  for (let calls = 0; calls < 100 && answer.status === 200; calls++)
    answer = await ask('GET', '/api-keys', { key });
  const seconds = Number(answer.headers.get('Retry-After'));
  expect(seconds).toBeGreaterThan(0);
  expect([answer.status, answer.body]).toEqual([
    429,
    { success: false, message: `Too many requests. Try again in ${seconds} seconds.` },
  ]);
  expect(answer.headers.get('RateLimit-Policy')).toBe('"QUERY";q=100;w=60');
  expect((await api.apiKeys.delete({ id: created.id })).success).toBe(true);
});
