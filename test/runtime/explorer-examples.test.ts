import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { completeDescription, UNKNOWN_ORIGIN } from '../../src/runtime/explorer/complete-description.js';
import { REPOSITORY } from '../readme/support/readme.js';

const CASES = join(REPOSITORY, 'test/cases/valid');
const FILES = [
  join(REPOSITORY, 'generated/openapi.json'),
  ...readdirSync(CASES, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('/openapi.json') && !path.includes('node_modules'))
    .map((path) => join(CASES, path)),
];
const CONTEXT = { prefix: '/api', credentials: { header: 'Authorization', prefix: 'Bearer' } };

// biome-ignore lint/suspicious/noExplicitAny: a description is walked by its keys.
const complete = async (bytes: Buffer): Promise<any> => JSON.parse(await completeDescription(bytes, CONTEXT));

describe.each(FILES)('The explorer’s description of %s', (file) => {
  const bytes = readFileSync(file);

  test('has values for all that has to be sent, and each is one that its schema accepts', async () => {
    const description = await complete(bytes);
    const ajv = new Ajv2020({ strict: false, multipleOfPrecision: 9, logger: false });
    (addFormats as unknown as (target: Ajv2020) => void)(ajv);
    ajv.addSchema(description, 'api');
    const escapeKey = (key: string) => `/${encodeURIComponent(key.replace(/~/g, '~0').replace(/\//g, '~1'))}`;
    const check = (pointer: readonly string[], value: unknown): void => {
      const validate = ajv.compile({ $ref: `api#${pointer.map(escapeKey).join('')}` });
      expect([pointer, validate(value), validate.errors]).toEqual([pointer, true, null]);
    };
    for (const [path, operations] of Object.entries<Record<string, never>>(description.paths)) {
      // biome-ignore lint/suspicious/noExplicitAny: a description is walked by its keys.
      for (const [method, operation] of Object.entries<any>(operations)) {
        const pointer = ['paths', path, method];
        for (const [index, parameter] of (operation.parameters ?? []).entries()) {
          expect([pointer, parameter.name, 'example' in parameter]).toEqual([
            pointer,
            parameter.name,
            parameter.required === true,
          ]);
          if ('example' in parameter)
            check([...pointer, 'parameters', String(index), 'schema'], parameter.example);
        }
        for (const [type, media] of Object.entries<{ example: unknown }>(
          operation.requestBody?.content ?? {},
        ))
          if (type !== 'multipart/form-data')
            check([...pointer, 'requestBody', 'content', type, 'schema'], media.example);
      }
    }
  });

  test('is the description and nothing less, the same each time', async () => {
    const description = await complete(bytes);
    expect(description).toMatchObject(JSON.parse(bytes.toString()));
    expect(await complete(bytes)).toEqual(description);
  });
});

describe('Code samples', () => {
  const operation = (more: object) => ({ responses: {}, security: [], ...more });
  const PATHS = {
    '/items/{id}': {
      get: operation({
        operationId: 'items.find',
        security: [{ ApiKey: [] }],
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { const: 'a/b' } },
          { name: 'tag', in: 'query', required: true, schema: { const: ['x', 'y z'] } },
          { name: 'where', in: 'query', required: true, schema: { const: { name: 'Ada' } } },
          { name: 'limit', in: 'query', required: false, schema: { type: 'integer' } },
        ],
      }),
    },
    '/items/{id}/file': {
      get: operation({
        operationId: 'items.open',
        parameters: [{ name: 'id', in: 'path', required: true, schema: { const: 'a' } }],
        responses: { 303: { description: 'A redirect.' }, 400: { description: 'Invalid.' } },
      }),
    },
    '/items': {
      post: operation({
        operationId: 'api-keys.delete',
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { const: { name: "O'Neil", 'x-y': null } } } },
        },
      }),
    },
  };
  const samplesOf = async (path: string, method: string, servers: object[], context = CONTEXT) => {
    const text = JSON.stringify({ openapi: '3.1.0', servers, paths: PATHS });
    const description = JSON.parse(await completeDescription(Buffer.from(text), context));
    const samples: { label: string; source: string }[] = description.paths[path][method]['x-codeSamples'];
    return Object.fromEntries(samples.map(({ label, source }) => [label, source]));
  };

  test('call the API through the generated client, fetch and curl with the values of the request', async () => {
    const servers = [{ url: 'https://example.com/v/api' }];
    expect(await samplesOf('/items/{id}', 'get', servers)).toEqual({
      'Generated client': `import { createClient } from './generated/client.js';

const api = createClient({ baseUrl: 'https://example.com/v', apiKey: process.env.API_KEY });
const result = await api.items.find({ id: 'a/b', tag: ['x', 'y z'], where: { name: 'Ada' } });`,
      fetch: `const response = await fetch('https://example.com/v/api/items/a%2Fb?tag=x&tag=y%20z&where%5Bname%5D=Ada', {
  headers: { Authorization: \`Bearer \${process.env.API_KEY}\` },
});`,
      curl: `curl 'https://example.com/v/api/items/a%2Fb?tag=x&tag=y%20z&where%5Bname%5D=Ada' \\
  -H "Authorization: Bearer $API_KEY"`,
    });
  });

  test('quote what needs it, and name no server that nobody named', async () => {
    expect(await samplesOf('/items', 'post', [{ url: '/api' }])).toEqual({
      'Generated client': `import { createClient } from './generated/client.js';

const api = createClient({ baseUrl: '${UNKNOWN_ORIGIN}' });
const result = await api['api-keys'].delete({ name: "O'Neil", 'x-y': null });`,
      fetch: `const response = await fetch('${UNKNOWN_ORIGIN}/api/items', {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({ name: "O'Neil", 'x-y': null }),
});`,
      curl: `curl -X POST '${UNKNOWN_ORIGIN}/api/items' \\
  -H 'Content-Type: application/json' \\
  -d '{"name":"O'\\''Neil","x-y":null}'`,
    });
  });

  test('lead to a redirect, for which the generated client has no call', async () => {
    const samples = await samplesOf('/items/{id}/file', 'get', [{ url: 'https://example.com/api' }]);
    expect(samples['Generated client']).toMatch(
      /\nlocation\.href = api\.items\.open\.url\(\{ id: 'a' \}\);$/,
    );
    expect(samples.curl).toBe("curl -i 'https://example.com/api/items/a/file'");
  });

  test('carry credentials as the service reads them', async () => {
    const own = { prefix: '/api', credentials: { header: 'X-Key', prefix: '' } };
    const samples = await samplesOf('/items/{id}', 'get', [{ url: '/api' }], own);
    expect(samples.curl).toContain('-H "X-Key: $API_KEY"');
    expect(samples.fetch).toContain("headers: { 'X-Key': process.env.API_KEY },");
  });
});
