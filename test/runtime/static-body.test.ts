import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { procedure } from '../../src/index.js';
import { getBytes } from './support/get-bytes.js';
import { type RunningService, routeOf, startService, stopServices } from './support/start-service.js';

afterAll(stopServices);

/** As much repetition as a description of an API has. */
const DESCRIPTION = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Large', version: '1' },
  paths: Object.fromEntries(
    Array.from({ length: 300 }, (_, index) => [
      `/things/${index}`,
      {
        get: {
          operationId: `things.get${index}`,
          security: [],
          responses: { 200: { description: 'Success.' } },
        },
      },
    ]),
  ),
});

const echo = procedure
  .meta({ openapi: { enabled: true, tags: [], summary: '', method: 'GET', path: '/echo', protect: false } })
  .output(z.string())
  .query(() => 'a'.repeat(10_000));

const DECODERS: Readonly<Record<string, (body: Buffer) => Buffer>> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
};

function decode({ headers, body }: Awaited<ReturnType<typeof getBytes>>): string {
  const encoding = headers['content-encoding'];
  return (encoding === undefined ? body : (DECODERS[encoding]?.(body) ?? Buffer.alloc(0))).toString();
}

const start = (host: 'node' | 'koa' | 'fetch') =>
  startService({
    routes: [routeOf('echo', echo)],
    description: DESCRIPTION,
    host,
    options: { mode: 'development' },
  });

describe.each(['node', 'koa', 'fetch'] as const)(
  'What is the same for a whole build, by the host %s,',
  (host) => {
    const FILES = [
      '/api/openapi.json',
      '/api/docs',
      '/api/docs/openapi.json',
      '/api/docs/explorer.js',
      '/api/docs/explorer.css',
      '/api/docs/scalar.js',
      '/dashboard/assets/dashboard.css',
      '/dashboard/assets/dashboard.js',
    ];
    let service: RunningService;

    test('is sent in the coding that the client prefers, with an ETag of its own each', async () => {
      service = await start(host);
      for (const path of FILES) {
        const plain = await getBytes(service.url + path);
        expect([path, plain.status, plain.headers['content-encoding']]).toEqual([path, 200, undefined]);
        const tags = new Set([plain.headers.etag]);
        for (const encoding of ['br', 'gzip']) {
          const answer = await getBytes(service.url + path, { 'Accept-Encoding': encoding });
          expect([path, answer.headers['content-encoding']]).toEqual([path, encoding]);
          expect(answer.headers['content-length']).toBe(String(answer.body.length));
          expect(answer.headers['content-type']).toBe(plain.headers['content-type']);
          expect(decode(answer) === plain.body.toString(), `${path} in ${encoding}`).toBe(true);
          tags.add(answer.headers.etag);
        }
        expect([...tags].every((tag) => /^"[\w-]+"$/.test(tag ?? ''))).toBe(true);
        expect(tags.size).toBe(3);
      }
    });

    test('names Accept-Encoding in Vary whatever was accepted, and may be kept if one asks each time', async () => {
      for (const path of FILES) {
        for (const headers of [{}, { 'Accept-Encoding': 'br' }, { 'Accept-Encoding': 'gzip;q=0' }]) {
          const answer = await getBytes(service.url + path, headers);
          expect(answer.headers.vary).toMatch(/\bAccept-Encoding\b/i);
          expect(answer.headers['cache-control']).toBe('no-cache');
        }
      }
    });

    test('is not sent again to who has it in the same coding', async () => {
      for (const path of FILES) {
        for (const encoding of ['br', 'gzip', 'identity']) {
          const accepted = { 'Accept-Encoding': encoding };
          const { headers } = await getBytes(service.url + path, accepted);
          const etag = String(headers.etag);
          for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
            const again = await getBytes(service.url + path, { ...accepted, 'If-None-Match': tag });
            expect([path, again.status, again.body.length]).toEqual([path, 304, 0]);
            expect([again.headers.etag, again.headers.vary]).toEqual([etag, headers.vary]);
            expect(again.headers['content-encoding']).toBeUndefined();
          }
          const other = await getBytes(service.url + path, {
            'Accept-Encoding': 'br;q=0.5, gzip;q=0.4',
            'If-None-Match': etag,
          });
          expect([path, encoding, other.status]).toEqual([path, encoding, encoding === 'br' ? 304 : 200]);
        }
      }
    });

    test('answers HEAD with the headers of GET', async () => {
      for (const path of FILES) {
        for (const headers of [{}, { 'Accept-Encoding': 'br' }]) {
          const get = await getBytes(service.url + path, headers);
          const head = await getBytes(service.url + path, headers, 'HEAD');
          expect([path, head.status, head.body.length]).toEqual([path, 200, 0]);
          for (const name of ['etag', 'content-type', 'content-encoding', 'content-length', 'vary'])
            expect([path, name, head.headers[name]]).toEqual([path, name, get.headers[name]]);
        }
      }
    });

    test('is compressed, and answers of procedures and pages with secrets are not', async () => {
      const accepted = { 'Accept-Encoding': 'br, gzip' };
      const description = await getBytes(`${service.url}/api/openapi.json`, accepted);
      expect(description.body.length).toBeLessThan(DESCRIPTION.length / 10);
      for (const path of ['/api/echo', '/dashboard/sign-in']) {
        const { headers } = await getBytes(service.url + path, accepted);
        expect([path, headers['content-encoding']]).toEqual([path, undefined]);
      }
    });
  },
);
