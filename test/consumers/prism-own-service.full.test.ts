import { randomUUID } from 'node:crypto';
import { cp, mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runProcgen } from '../e2e/support/run-procgen.js';
import { type RunningServer, startServer } from '../e2e/support/start-server.js';
import { arbitraryOf } from '../schemas/support/arbitrary-of.js';
import { SEED } from '../schemas/support/define-properties.js';
import { mutated } from '../schemas/support/mutate.js';
import { type Prism, type Proxied, startPrism } from './support/start-prism.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const folder = join(ROOT, '.procgen', 'consumers', randomUUID());
const MOST_KEYS = 6;

let server: RunningServer;
let prism: Prism;
// biome-ignore lint/suspicious/noExplicitAny: a description is walked by its keys.
let description: any;

/** This repository's own service, as `npm start` serves it, on a store of its own, behind Prism. */
beforeAll(async () => {
  await mkdir(folder, { recursive: true });
  for (const path of ['procedures', 'procgen.config.ts', 'generated/openapi.json'])
    await cp(join(ROOT, path), join(folder, path), { recursive: true });
  description = JSON.parse(await readFile(join(folder, 'generated/openapi.json'), 'utf8'));
  server = await startServer({ cwd: folder, env: { PROCGEN_MAX_KEYS_PER_USER: String(MOST_KEYS) } });
  prism = await startPrism(description, `${server.url}/api`);
});
afterAll(async () => {
  await prism?.stop();
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** A new key of a new user, whose calls are counted apart. */
async function createKey(user: string, ...more: readonly string[]): Promise<string> {
  const args = ['keys', 'create', '--user', user, '--name', 'prism', '--plain', ...more];
  const { stdout, stderr } = await runProcgen(args, { cwd: folder });
  expect(stdout, stderr).toMatch(/^pgk_/);
  return stdout.trim();
}

const authorized = (key: string): Record<string, string> => ({ Authorization: `Bearer ${key}` });

function create(key: string, body: unknown): Promise<Proxied> {
  const headers = { ...authorized(key), 'Content-Type': 'application/json' };
  return prism.ask('/api-keys', { method: 'POST', headers, body: JSON.stringify(body) });
}

function expectNoViolation(...answers: readonly Proxied[]): void {
  for (const { status, body, violations } of answers)
    expect(violations, `${status} ${body}`).toEqual({ request: [], response: [] });
}

test('Prism has nothing against the calls of a key’s life, nor against their answers.', async () => {
  const key = await createKey('life');
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
  const created = await create(key, { name: 'CI', scopes: ['read'], expiresAt });
  const { id, key: secret } = JSON.parse(created.body).payload;
  const listed = await prism.ask('/api-keys', { headers: authorized(key) });
  const narrow = await create(secret, { name: 'more' });
  const remove = () => prism.ask(`/api-keys/${id}`, { method: 'DELETE', headers: authorized(key) });
  const answers = [created, listed, narrow, await remove(), await remove(), await prism.ask('/health')];
  expect(answers.map(({ status }) => status)).toEqual([201, 200, 403, 200, 404, 200]);
  expectNoViolation(...answers);
});

test('Prism has nothing against any right body, nor against one key too many and one call too many.', async () => {
  const key = await createKey('bodies');
  const { schema } = description.paths['/api-keys'].post.requestBody.content['application/json'];
  const bodies = fc.sample(
    arbitraryOf(schema, () => ({})),
    { seed: SEED, numRuns: 21 },
  );
  const answers = [];
  for (const { expiresAt: _, ...body } of bodies as Record<string, unknown>[])
    answers.push(await create(key, body));
  expect(answers.map(({ status }) => status)).toEqual([
    ...Array.from({ length: MOST_KEYS - 1 }, () => 201),
    ...Array.from({ length: 20 - (MOST_KEYS - 1) }, () => 409),
    429,
  ]);
  expectNoViolation(...answers);
});

test('Prism has nothing against the answers to wrong bodies, and sees what is wrong with them.', async () => {
  const key = await createKey('faults');
  const right = fc.record({ name: fc.constant('CI'), scopes: fc.constant(['read']) });
  const answers = [];
  for (const body of fc.sample(mutated(right), { seed: SEED, numRuns: 20 }))
    answers.push(await create(key, body));
  expect(answers.flatMap(({ violations }) => violations.response)).toEqual([]);
  const refused = answers.filter(({ status }) => status === 400);
  expect(refused.length).toBeGreaterThan(5);
  expect(refused.filter(({ violations }) => violations.request.length === 0)).toEqual([]);
});

test('Prism has nothing against the answers to those without a right key.', async () => {
  const nobody = await prism.ask('/api-keys');
  const stranger = await create(`pgk_${'x'.repeat(46)}`, { name: 'CI' });
  expect([nobody.status, stranger.status]).toEqual([401, 401]);
  expect(nobody.violations).toEqual({ request: [expect.any(String)], response: [] });
  expectNoViolation(stranger);
});

test('Prism has nothing against the hundredth list in a minute, nor against the next.', async () => {
  const key = await createKey('lists');
  const answers = [];
  for (let calls = 0; calls <= 100; calls++)
    answers.push(await prism.ask('/api-keys', { headers: authorized(key) }));
  expect(answers.map(({ status }) => status)).toEqual([...Array.from({ length: 100 }, () => 200), 429]);
  expectNoViolation(...answers);
});
