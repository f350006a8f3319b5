import { once } from 'node:events';
import { createReadStream, existsSync, openAsBlob, readdirSync, readlinkSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { get, type IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { Duplex, Readable } from 'node:stream';
import Koa from 'koa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { attachment, type BinarySource, binary, ProcedureError, procedure } from '../../src/index.js';
import {
  createFetchHandler,
  createRouter,
  type ServiceRouter,
  toNodeListener,
} from '../../src/runtime/index.js';
import { type Mount, startHost, stopHosts } from './support/start-host.js';
import {
  type RunningService,
  routeOf,
  startService,
  tableOf,
  temporaryFolder,
} from './support/start-service.js';

const TEXT = 'Hello, ocean!';
const BYTES = new TextEncoder().encode(TEXT);
const LARGE_BYTES = 10_000_000;
const HASH = '"kHQmuzyH-uOjlsJUEaegLn1vDjKxyC8O2IOlMhjY9Ag"';

/** What a stream of the test comes to. */
interface Source {
  produced: number;
  isOver: boolean;
  signal?: AbortSignal;
}
const sources = new Map<string, Source>();

async function* produce(
  source: Source,
  {
    chunks = Number.POSITIVE_INFINITY,
    breaksAt = -1,
    reason = new Error('The disk is on fire.') as unknown,
  } = {},
) {
  try {
    for (let index = 0; index < chunks; index++) {
      if (index === breaksAt) throw reason;
      source.produced += 1;
      yield Buffer.alloc(65_536, 'x');
    }
  } finally {
    source.isOver = true;
  }
}

function openSource(name: string): Source {
  const source: Source = { produced: 0, isOver: false };
  sources.set(name, source);
  return source;
}

const readables = new Map<string, Readable>();

function openReadable(name: string, stream: Readable): Readable {
  readables.set(name, stream);
  return stream;
}

/** As the connection to a storage breaks off. */
function createReset(): Error {
  return Object.assign(new Error('The storage hung up.'), { code: 'ECONNRESET' });
}

let path = '';
/** A file that does not fit into the buffers of a connection. */
let largePath = '';
/** How often this process has it open. */
const countOpen = () =>
  readdirSync('/proc/self/fd').filter((fd) => readLink(`/proc/self/fd/${fd}`) === largePath).length;

const FORMS: Record<string, (name: string) => BinarySource | Promise<BinarySource>> = {
  bytes: () => BYTES,
  buffer: () => BYTES.buffer.slice(0),
  part: () => new Uint8Array(new TextEncoder().encode(`..${TEXT}..`).buffer, 2, BYTES.length),
  empty: () => new Uint8Array(),
  blob: () => new Blob([BYTES], { type: 'image/png' }),
  file: () => new File([BYTES], '../grüße "1".txt'),
  disk: () => openAsBlob(path),
  large: () => openAsBlob(largePath),
  node: () => Readable.from([Buffer.from('Hello, '), Buffer.from('ocean!')], { objectMode: false }),
  web: () => new Blob([BYTES]).stream(),
  endless: (name) => produce(openSource(name)),
  broken: (name) => produce(openSource(name), { breaksAt: 0 }),
  breaking: (name) => produce(openSource(name), { breaksAt: 3 }),
  reset: (name) => produce(openSource(name), { breaksAt: 3, reason: createReset() }),
  threw: (name) => produce(openSource(name), { breaksAt: 3, reason: 'The disk is a text.' }),
  destroyed: () => new Readable({ read() {} }).destroy(),
  missing: () => Readable.from(produce(openSource('missing'), { breaksAt: 0 }), { objectMode: false }),
  text: () => TEXT as never,
  strings: () => Readable.from(['Hello, ', 'ocean!']),
  encoded: () => createReadStream(path, 'utf8'),
  objects: (name) => openReadable(name, Readable.from([{ a: 1 }])),
  mixed: (name) => openReadable(name, Readable.from([...Array(8).fill(Buffer.alloc(65_536)), { a: 1 }])),
  stalled: (name) => openReadable(name, new Readable({ read() {} })),
  // Its other side never ends.
  duplex: (name) =>
    openReadable(
      name,
      new Duplex({
        read() {
          this.push(TEXT);
          this.push(null);
        },
        write() {},
      }),
    ),
  refused: () => {
    throw new ProcedureError('NOT_FOUND', 'No such file.');
  },
};
FORMS.generator = () =>
  (async function* () {
    yield Buffer.from('Hello, ');
    yield Buffer.from('ocean!');
  })();

const at = (method: 'GET' | 'POST', route: string) =>
  procedure.meta({ openapi: { enabled: true, tags: [], summary: '', method, path: route, protect: false } });

const Which = z.object({ form: z.string(), name: z.string().default('') });

let runs = 0;
/** What a link leads to; undefined where it has gone. */
function readLink(link: string): string | undefined {
  try {
    return readlinkSync(link);
  } catch {
    return undefined;
  }
}

let resolveLate: (value: BinarySource) => void = () => {};

const ROUTES = [
  routeOf(
    'read',
    at('GET', '/files/:form')
      .input(Which)
      .output(binary())
      .query(({ input, ctx }) => {
        const answer = FORMS[input.form]?.(input.name) ?? BYTES;
        const source = sources.get(input.name);
        if (source) source.signal = ctx.signal;
        return answer;
      }),
    { rateLimit: false },
  ),
  routeOf(
    'picture',
    at('GET', '/pictures')
      .output(binary({ contentType: 'image/*' }))
      .query(() => new Blob([BYTES], { type: 'image/png' })),
  ),
  routeOf(
    'script',
    at('GET', '/scripts')
      .output(binary({ contentType: 'image/*' }))
      .query(() => new Blob([BYTES], { type: 'text/html' })),
  ),
  routeOf(
    'capitals',
    at('GET', '/capitals')
      .output(binary({ contentType: 'Image/*' }))
      .query(() => new Blob([BYTES], { type: 'image/png' })),
  ),
  routeOf(
    'unfit',
    at('GET', '/unfit')
      .input(z.object({ form: z.enum(['node', 'web']), name: z.string() }))
      .output(binary().refine((source) => source instanceof Blob))
      .query(({ input: { form, name } }) => {
        const stream = openReadable(name, new Readable({ read() {} }));
        return form === 'node' ? stream : (Readable.toWeb(stream) as ReadableStream<Uint8Array>);
      }),
  ),
  routeOf(
    'undeclared',
    procedure
      .meta({
        openapi: {
          enabled: true,
          tags: [],
          summary: '',
          method: 'GET',
          path: '/undeclared',
          protect: false,
          headers: z.object({ 'X-Kind': z.literal('a') }),
        },
      })
      .input(z.object({ name: z.string() }))
      .output(binary())
      .query(({ input, ctx }) => {
        ctx.response.headers['X-Kind'] = 'b' as never;
        return openReadable(input.name, Readable.from([Buffer.from(TEXT)], { objectMode: false }));
      }),
  ),
  routeOf(
    'declared',
    procedure
      .meta({
        openapi: {
          enabled: true,
          tags: [],
          summary: '',
          method: 'GET',
          path: '/declared',
          protect: false,
          headers: z.object({
            'Content-Disposition': z.literal('attachment'),
            'Cache-Control': z.string(),
            'accept-ranges': z.string(),
            ETag: z.string(),
            'X-Kind': z.string(),
          }),
        },
      })
      .output(binary())
      .query(() => BYTES),
  ),
  routeOf(
    'bodyless',
    at('GET', '/bodyless')
      .input(z.object({ status: z.coerce.number(), name: z.string() }))
      .output(binary())
      .query(({ input, ctx }) => {
        ctx.response.status = input.status;
        return openReadable(input.name, Readable.from([Buffer.from(TEXT)], { objectMode: false }));
      }),
  ),
  routeOf(
    'odd',
    at('GET', '/odd')
      .output(binary())
      .query(({ ctx }) => {
        ctx.response.headers['X-Odd'] = 'a\nb';
        return produce(openSource('odd'));
      }),
  ),
  routeOf(
    'own',
    at('GET', '/own')
      .output(binary({ contentType: 'application/pdf' }))
      .query(({ ctx }) => {
        const { headers } = ctx.response;
        headers['content-type'] = 'text/plain';
        headers.etag = 'W/"7"';
        headers['Cache-Control'] = 'public, max-age=60';
        headers['content-disposition'] = attachment('a b.pdf').replace('attachment', 'inline');
        return Readable.from([Buffer.from(TEXT)], { objectMode: false });
      }),
  ),
  routeOf(
    'dated',
    at('GET', '/dated')
      .output(binary())
      .query(({ ctx }) => {
        ctx.response.headers['Last-Modified'] = 'Tue, 10 Mar 2026 12:00:00 GMT';
        return new Blob([BYTES]);
      }),
  ),
  routeOf(
    'make',
    at('POST', '/files')
      .output(binary({ contentType: 'text/plain' }))
      .mutation(() => {
        runs += 1;
        return BYTES;
      }),
    { status: 201 },
  ),
  routeOf(
    'late',
    at('GET', '/late')
      .output(binary())
      .query(() => new Promise<BinarySource>((resolve) => (resolveLate = resolve))),
  ),
];

afterAll(stopHosts);

describe.each(['node', 'koa', 'fetch'] as const)('Bytes under the host %s', (host) => {
  let service: RunningService;
  let names = 0;
  /** The service logs what breaks after its answer has begun a moment later. */
  const untilLogged = (text: string) =>
    expect.poll(() => service.lines.filter(({ msg }) => msg === text)).toHaveLength(1);

  beforeAll(async () => {
    path = join(await temporaryFolder(), 'hello.txt');
    await writeFile(path, TEXT);
    largePath = join(await temporaryFolder(), 'large');
    await writeFile(largePath, Buffer.alloc(LARGE_BYTES, '0123456'));
    service = await startService({ routes: ROUTES, host, config: { requestTimeoutMs: 200 } });
  });

  it.each(['bytes', 'buffer', 'part', 'blob', 'file', 'disk'])(
    'of a source %s have a length and can be taken in parts',
    async (form) => {
      const response = await service.ask(`/api/files/${form}`);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-length')).toBe('13');
      expect(response.headers.get('accept-ranges')).toBe('bytes');
      expect(response.headers.get('content-type')).toBe('application/octet-stream');
      expect(response.headers.get('cache-control')).toBe('private, no-cache');
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      expect(response.headers.get('content-disposition')).toMatch(/^attachment/);
      expect(await response.text()).toBe(TEXT);

      const part = await service.ask(`/api/files/${form}`, { headers: { Range: 'bytes=7-11' } });
      expect(part.status).toBe(206);
      expect(part.headers.get('content-range')).toBe('bytes 7-11/13');
      expect(part.headers.get('content-length')).toBe('5');
      expect(await part.text()).toBe('ocean');
    },
  );

  it.each(['node', 'web', 'generator', 'strings', 'encoded', 'duplex'])(
    'of a stream (%s) are sent as they come',
    async (form) => {
      const response = await service.ask(`/api/files/${form}`, { headers: { Range: 'bytes=0-3' } });
      expect(response.status).toBe(200);
      expect(response.headers.get('content-length')).toBeNull();
      expect(response.headers.get('accept-ranges')).toBeNull();
      expect(response.headers.get('etag')).toBeNull();
      expect(await response.text()).toBe(TEXT);
    },
  );

  it.each([
    ['bytes=0-0', 206, 'H', 'bytes 0-0/13'],
    ['bytes=7-', 206, 'ocean!', 'bytes 7-12/13'],
    ['bytes=-6', 206, 'ocean!', 'bytes 7-12/13'],
    ['bytes=-100', 206, TEXT, 'bytes 0-12/13'],
    ['bytes=7-100', 206, 'ocean!', 'bytes 7-12/13'],
    ['BYTES= 7-7 ', 206, 'o', 'bytes 7-7/13'],
    ['bytes=13-', 416, null, 'bytes */13'],
    ['bytes=99999999999999999999-', 416, null, 'bytes */13'],
    ['bytes=-0', 416, null, 'bytes */13'],
    ['bytes=5-2', 200, TEXT, null],
    ['bytes=-', 200, TEXT, null],
    ['bytes=0-1,3-4', 200, TEXT, null],
    ['items=0-1', 200, TEXT, null],
    ['bytes=a-b', 200, TEXT, null],
  ])('answer a Range of %s with %i', async (range, status, text, contentRange) => {
    const response = await service.ask('/api/files/blob', { headers: { Range: range } });
    expect(response.status).toBe(status);
    expect(response.headers.get('content-range')).toBe(contentRange);
    if (text !== null) return expect(await response.text()).toBe(text);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.json()).toEqual({
      success: false,
      message: 'The requested range is not available.',
    });
  });

  it('have a strong ETag of what is in memory, and are not sent to who has them', async () => {
    const first = await service.ask('/api/files/bytes');
    expect(first.headers.get('etag')).toBe(HASH);
    for (const tag of [HASH, `W/${HASH}`, `"x", ${HASH}`, '*']) {
      const again = await service.ask('/api/files/bytes', { headers: { 'If-None-Match': tag } });
      expect(again.status).toBe(304);
      expect(again.headers.get('etag')).toBe(HASH);
      expect(again.headers.get('cache-control')).toBe('private, no-cache');
      expect(again.headers.get('content-length')).toBeNull();
      expect(await again.text()).toBe('');
    }
    const other = await service.ask('/api/files/bytes', { headers: { 'If-None-Match': '"x"' } });
    expect(other.status).toBe(200);
  });

  it.each([
    ['/api/files/bytes', HASH, 206],
    ['/api/files/bytes', '"x"', 200],
    ['/api/files/bytes', `W/${HASH}`, 200],
    ['/api/files/blob', HASH, 200],
    ['/api/dated', 'Tue, 10 Mar 2026 12:00:00 GMT', 206],
    ['/api/dated', 'Tue, 10 Mar 2026 12:00:01 GMT', 200],
  ])(
    'of %s are taken in parts under If-Range: %s only where that is what they are',
    async (url, ifRange, status) => {
      const response = await service.ask(url, { headers: { Range: 'bytes=0-4', 'If-Range': ifRange } });
      expect(response.status).toBe(status);
    },
  );

  it('are nothing to HEAD but what they would be, and a stream is let go', async () => {
    const response = await service.ask('/api/files/blob', {
      method: 'HEAD',
      headers: { Range: 'bytes=0-1' },
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-length')).toBe('13');
    const name = `head-${host}`;
    expect((await service.ask(`/api/files/endless?name=${name}`, { method: 'HEAD' })).status).toBe(200);
    await expect.poll(() => sources.get(name)?.isOver).toBe(true);
  });

  it('of length zero are an empty answer', async () => {
    const response = await service.ask('/api/files/empty');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-length')).toBe('0');
    expect(await response.text()).toBe('');
  });

  it('of a file are saved under its name, without a path and with every letter', async () => {
    const response = await service.ask('/api/files/file');
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="gr??e \\"1\\".txt"; filename*=UTF-8''gr%C3%BC%C3%9Fe%20%221%22.txt`,
    );
  });

  it('have the headers that the handler sets, whatever their case, and answer to its ETag', async () => {
    const response = await service.ask('/api/own');
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/plain',
      etag: 'W/"7"',
      'cache-control': 'public, max-age=60',
      'content-disposition': 'inline; filename="a b.pdf"',
    });
    expect(await response.text()).toBe(TEXT);
    const again = await service.ask('/api/own', { headers: { 'If-None-Match': '"7"' } });
    expect(again.status).toBe(304);
  });

  it('have the type of the Blob where the procedure names a range of types', async () => {
    expect((await service.ask('/api/pictures')).headers.get('content-type')).toBe('image/png');
    expect((await service.ask('/api/capitals')).headers.get('content-type')).toBe('image/png');
    expect((await service.ask('/api/scripts')).status).toBe(500);
    expect((await service.ask('/api/files/blob')).headers.get('content-type')).toBe(
      'application/octet-stream',
    );
  });

  it('have the status of the procedure, and are made anew for each Idempotency-Key that is repeated', async () => {
    const key = await service.createKey();
    const headers = { 'Idempotency-Key': 'same', Authorization: `Bearer ${key}` };
    const before = runs;
    for (let time = 0; time < 2; time++) {
      const response = await service.ask('/api/files', { method: 'POST', headers });
      expect(response.status).toBe(201);
      expect(response.headers.get('etag')).toBeNull();
      expect(await response.text()).toBe(TEXT);
    }
    expect(runs - before).toBe(2);
  });

  it.each(['broken', 'missing', 'destroyed', 'text', 'objects'])(
    'that cannot begin (%s) are a 500 in JSON',
    async (form) => {
      service.lines.length = 0;
      const response = await service.ask(`/api/files/${form}?name=${form}-${host}`);
      expect(response.status).toBe(500);
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(response.headers.get('content-disposition')).toBeNull();
      expect(await response.json()).toEqual({ success: false, message: 'Internal server error.' });
      expect(service.lines.filter(({ level }) => level === 'error')).toHaveLength(1);
    },
  );

  it('that cannot be sent for a header are let go', async () => {
    expect((await service.ask('/api/odd')).status).toBe(500);
    await expect.poll(() => sources.get('odd')?.isOver).toBe(true);
  });

  it('that a handler refuses are a failure as ever', async () => {
    const response = await service.ask('/api/files/refused');
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({ success: false, message: 'No such file.' });
  });

  it.each([
    ['breaking', 'The disk is on fire.'],
    ['mixed', 'A stream in an output yielded Object, not bytes.'],
    ['reset', 'The storage hung up.'],
  ])('that break off half-way (%s) are not taken for whole, and the log says why', async (form, why) => {
    service.lines.length = 0;
    const read = async () => (await service.ask(`/api/files/${form}?name=${form}-${host}`)).arrayBuffer();
    await expect(read()).rejects.toThrow();
    await untilLogged('a response was cut short');
    expect(service.lines).toMatchObject([{ level: 'error', procedure: 'read' }]);
    expect(JSON.stringify(service.lines)).toContain(why);
  });

  it('that break off with something that is no error end this answer alone, and the log says with what', async () => {
    service.lines.length = 0;
    const read = async () => (await service.ask(`/api/files/threw?name=threw-${host}`)).arrayBuffer();
    await expect(read()).rejects.toThrow();
    await expect.poll(() => JSON.stringify(service.lines)).toContain('The disk is a text.');
    expect((await service.ask('/api/files/bytes')).status).toBe(200);
  });

  it('that do not begin before the time of a handler is over are let go', async () => {
    const name = `stalled-${host}`;
    expect((await service.ask(`/api/files/stalled?name=${name}`)).status).toBe(503);
    expect(readables.get(name)?.destroyed).toBe(true);
  });

  it('that have not begun are let go when the caller goes away', async () => {
    const name = `left-${host}`;
    const patient = await startService({ routes: ROUTES, host });
    const request = get(`${patient.url}/api/files/stalled?name=${name}`).on('error', () => {});
    await expect.poll(() => readables.has(name)).toBe(true);
    request.destroy();
    await expect.poll(() => readables.get(name)?.destroyed).toBe(true);
  });

  it.each(['node', 'web'])('of a stream (%s) that a check refuses are let go', async (form) => {
    const name = `unfit-${form}-${host}`;
    expect((await service.ask(`/api/unfit?form=${form}&name=${name}`)).status).toBe(500);
    await expect.poll(() => readables.get(name)?.destroyed).toBe(true);
  });

  it('with a header that development refuses are let go', async () => {
    const name = `undeclared-${host}`;
    const strict = await startService({ routes: ROUTES, host, options: { mode: 'development' } });
    expect((await strict.ask(`/api/undeclared?name=${name}`)).status).toBe(500);
    expect(readables.get(name)?.destroyed).toBe(true);
  });

  it('with headers that are declared and sent by default are warned of by no line in development', async () => {
    const strict = await startService({ routes: ROUTES, host, options: { mode: 'development' } });
    const response = await strict.ask('/api/declared');
    expect(response.headers.get('etag')).toBe(HASH);
    expect(response.headers.get('content-disposition')).toBe('attachment');
    expect(strict.lines).toMatchObject([{ level: 'warn', header: 'X-Kind' }]);
  });

  it('that are asked for at once on one connection bring no warning of Node', async () => {
    const warnings: Error[] = [];
    const warn = (warning: Error) => void warnings.push(warning);
    process.on('warning', warn);
    const forms = ['node', 'web', 'generator', 'disk', 'bytes'];
    const requests = Array.from({ length: 30 }, (_, index) => {
      const end = index === 29 ? 'Connection: close\r\n' : '';
      return `GET /api/files/${forms[index % forms.length]} HTTP/1.1\r\nHost: a\r\n${end}\r\n`;
    });
    const received = await service.raw(requests.join(''));
    process.off('warning', warn);
    expect(received.match(/HTTP\/1.1 200 OK/g)).toHaveLength(30);
    expect(warnings).toEqual([]);
  });

  it.each([204, 205])('with the status %i, which has no body, are let go', async (status) => {
    const name = `${status}-${host}`;
    const response = await service.ask(`/api/bodyless?status=${status}&name=${name}`);
    expect(response.status).toBe(status);
    expect(Number(response.headers.get('content-length'))).toBe(0);
    expect(await response.text()).toBe('');
    expect(readables.get(name)?.destroyed).toBe(true);
  });

  it('of a stream with two sides are over when the one that is read is', async () => {
    let isStopped = false;
    const onStop = () => {
      isStopped = true;
    };
    const stopping = await startService({ routes: ROUTES, host, config: { onStop } });
    expect(await (await stopping.ask(`/api/files/duplex?name=two-${host}`)).text()).toBe(TEXT);
    await stopping.app.close();
    expect(isStopped).toBe(true);
    await expect.poll(() => readables.get(`two-${host}`)?.destroyed).toBe(true);
  });

  it('are read only as far as the caller takes them, and let go when the caller goes away', async () => {
    names += 1;
    const name = `gone-${host}-${names}`;
    const request = get(`${service.url}/api/files/endless?name=${name}`);
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    const source = sources.get(name) as Source;
    await once(response, 'readable');
    // Socket buffers and those of the streams on both sides fill, and then nothing more is made.
    let before = -1;
    await expect
      .poll(
        () => {
          const isStill = source.produced === before;
          before = source.produced;
          return isStill;
        },
        { interval: 100 },
      )
      .toBe(true);
    expect(source.produced).toBeLessThan(500);
    expect(source.signal?.aborted).toBe(false);
    service.lines.length = 0;
    response.destroy();
    await expect.poll(() => source.isOver).toBe(true);
    expect(source.signal?.aborted).toBe(true);
    expect(service.lines.filter(({ level }) => level === 'error')).toEqual([]);
  });

  it.runIf(existsSync('/proc/self/fd'))(
    'of the Blob of a file keep the file open no longer than they are sent',
    async () => {
      const all = Buffer.from(await (await service.ask('/api/files/large')).arrayBuffer());
      expect(all.equals(Buffer.alloc(LARGE_BYTES, '0123456'))).toBe(true);
      const part = await service.ask('/api/files/large', { headers: { Range: 'bytes=4194300-4194310' } });
      expect(await part.text()).toBe(all.toString('latin1', 4_194_300, 4_194_311));
      expect((await service.ask('/api/files/large', { method: 'HEAD' })).status).toBe(200);
      await expect.poll(countOpen).toBe(0);
      const request = get(`${service.url}/api/files/large`);
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      await once(response, 'readable');
      await expect.poll(countOpen).toBe(1);
      response.destroy();
      await expect.poll(countOpen).toBe(0);
    },
  );

  it('that come after the time of a handler is over are let go', async () => {
    const response = await service.ask('/api/late');
    expect(response.status).toBe(503);
    const stream = Readable.from([Buffer.from(TEXT)], { objectMode: false });
    resolveLate(stream);
    await expect.poll(() => stream.destroyed).toBe(true);
  });

  it('are on their way until they are over: what the application takes down waits for them', async () => {
    let isStopped = false;
    const onStop = () => {
      isStopped = true;
    };
    const stopping = await startService({ routes: ROUTES, host, config: { onStop } });
    const name = `stop-${host}`;
    const request = get(`${stopping.url}/api/files/endless?name=${name}`);
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    const closed = stopping.app.close();
    await once(response, 'readable');
    await new Promise(setImmediate);
    expect(isStopped).toBe(false);
    response.destroy();
    await closed;
    expect(isStopped).toBe(true);
    expect(sources.get(name)?.isOver).toBe(true);
  });
});

it('bytes whose headers cannot be written are let go', async () => {
  const { ask } = await startHost(toNodeListener, (api) => (req, res) => api(req, breakHeaders(res)), {
    routes: ROUTES,
  });
  await expect(ask('/api/files/endless?name=listener')).rejects.toThrow();
  await expect.poll(() => sources.get('listener')?.isOver).toBe(true);
  const mount: Mount<ServiceRouter> = (router) =>
    new Koa()
      .use((ctx, next) => {
        breakHeaders(ctx.res);
        return next();
      })
      .on('error', () => {})
      .use(router.routes() as Koa.Middleware)
      .callback();
  const koa = await startHost(createRouter, mount, { routes: ROUTES });
  expect((await koa.ask('/api/files/endless?name=koa')).status).toBe(500);
  await expect.poll(() => sources.get('koa')?.isOver).toBe(true);
});

/** As an application around the API may wrap an answer. */
function breakHeaders(res: ServerResponse): ServerResponse {
  const { setHeader } = res;
  return Object.assign(res, {
    setHeader(name: string, value: string) {
      if (name === 'Content-Disposition') throw new Error('The wrapper is broken.');
      return setHeader.call(res, name, value);
    },
    writeHead: (...args: Parameters<ServerResponse['writeHead']>) =>
      ServerResponse.prototype.writeHead.apply(res, args),
  });
}

it('bytes that a fetch handler gives and nobody reads keep no other call out', async () => {
  const handle = createFetchHandler(
    await tableOf({ routes: ROUTES }),
    { accessLog: false, overload: { inFlight: 2, lagMs: 60_000 } },
    { cwd: await temporaryFolder() },
  );
  await handle.ready();
  const responses: Response[] = [];
  for (let call = 0; call < 5; call++) {
    responses.push(await handle(new Request(`http://localhost/api/files/endless?name=unread-${call}`)));
  }
  expect(responses.map(({ status }) => status)).toEqual(Array(5).fill(200));
  await Promise.all(responses.map(({ body }) => body?.cancel()));
  await handle.close();
  expect(sources.get('unread-4')?.isOver).toBe(true);
});

it.each(['', 'pdf', 'a/b/c', 'text/plain; charset', 'text/plain\r\nX: y', '*/*', 'image/*; q=1'])(
  'binary() takes no content type "%s"',
  (contentType) => {
    expect(() => binary({ contentType })).toThrow('is not a media type');
  },
);

it('attachment() takes a name that is no well-formed Unicode', () => {
  expect(attachment('a\ud800.txt')).toBe(`attachment; filename="a?.txt"; filename*=UTF-8''a%EF%BF%BD.txt`);
});
