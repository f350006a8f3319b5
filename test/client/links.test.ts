import { describe, expect, test } from 'vitest';
import type { Transport } from '../../src/client/index.js';
import {
  BIGINT,
  DATE,
  model,
  named,
  object,
  procedure,
  reference,
} from '../compiler/emit/client/fixture-model.js';
import { loadClient } from '../compiler/emit/client/load-client.js';

const input = named(
  'In',
  object({
    id: {},
    'at?': { type: DATE },
    'page?': { type: object({ 'size?': {} }) },
    'n?': { type: BIGINT },
  }),
);
const UNDEFINED = { kind: 'keyword', name: 'undefined' } as const;
const success = { status: 303, kind: 'redirect', payload: UNDEFINED, headers: [] } as const;
const service = model(
  [input],
  [
    procedure('files.find', 'GET /files/:id', { takes: reference('In') }),
    procedure('files.newest', 'GET /newest', { success }),
    procedure('files.open', 'GET /open/:id', { takes: reference('In'), success }),
  ],
);
const { createClient, createTransport, filesOpen } = await loadClient(service);

const INPUT = { id: 'ä/b', at: new Date(0), page: { size: '1 & 2' }, n: 7n };
const TARGET = '/open/%C3%A4%2Fb?at=1970-01-01T00%3A00%3A00.000Z&page%5Bsize%5D=1%20%26%202&n=7';

describe('An operation that redirects', () => {
  test('has the URL that a call of its input would have, without credentials', async () => {
    const urls: string[] = [];
    const api = createClient({
      baseUrl: 'https://example.com/',
      apiKey: 'secret',
      fetch: async (url) => {
        urls.push(String(url));
        return Response.json({ success: true, payload: null });
      },
    });
    await api.files.find(INPUT);
    expect(api.files.open.url(INPUT)).toBe(`https://example.com/api${TARGET}`);
    expect(urls).toEqual([api.files.open.url(INPUT).replace('/open/', '/files/')]);
    expect(api.files.newest.url()).toBe('https://example.com/api/newest');
    expect(typeof api.files.open).toBe('object');
  });

  test('has a path where the client is that of the own origin', () => {
    expect(createClient({ baseUrl: '' }).files.open.url(INPUT)).toBe(`/api${TARGET}`);
    expect(createClient({ baseUrl: '/v1' }).files.open.url(INPUT)).toBe(`/v1/api${TARGET}`);
  });

  test('has the URL of a transport, and a path where a transport of another make says no base', () => {
    const transport = createTransport({ baseUrl: 'https://example.com' });
    expect(filesOpen(transport, INPUT)).toBe(`https://example.com/api${TARGET}`);
    const bare: Transport = (operation, input, options) => transport(operation, input, options);
    expect(createClient(bare).files.open.url(INPUT)).toBe(`/api${TARGET}`);
    const based = Object.assign(bare, { baseUrl: transport.baseUrl });
    expect(createClient(based).files.open.url(INPUT)).toBe(`https://example.com/api${TARGET}`);
  });

  test('has no URL for an input that a path cannot hold, and leaves the input as it is', () => {
    const api = createClient({ baseUrl: '' });
    expect(() => api.files.open.url({ id: '..' })).toThrow(TypeError);
    const frozen = Object.freeze({ id: 'a' });
    expect(api.files.open.url(frozen)).toBe('/api/open/a');
    expect(frozen).toEqual({ id: 'a' });
  });
});

test('A service under another prefix has it in its URLs.', async () => {
  const { createClient: create } = await loadClient({ ...service, prefix: '/v2' });
  expect(create({ baseUrl: '' }).files.newest.url()).toBe('/v2/newest');
});
