import { createTestServer } from 'procgen/testing';
import { afterAll, expect, test } from 'vitest';
import { createClient } from '../generated/client.js';
import { routes } from '../generated/routes.js';
import config from '../procgen.config.js';

const server = await createTestServer(routes, config, { user: 'tester' });
const api = createClient(server);

afterAll(() => server.close());

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
  const result = await createClient({ ...server, apiKey: null }).greetings.greet({ name: 'Ada' });
  expect(result).toMatchObject({ success: false, kind: 'failure', status: 401 });
});
