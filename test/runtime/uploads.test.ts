import { createHash } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { mkdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { request as httpRequest, IncomingMessage } from 'node:http';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { ReadableStream as WebStream } from 'node:stream/web';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { binary, procedure } from '../../src/index.js';
import type { FormPlan } from '../../src/protocol/decoding-plan.js';
import { toNodeListener } from '../../src/runtime/index.js';
import { nameProcess } from '../../src/runtime/uploads/leftovers.js';
import { BOUNDARY, formRequest, printForm, printFormHead, type RawPart } from './support/multipart.js';
import { openRaw, type RawConnection } from './support/raw-connection.js';
import { quick } from './support/small-procedures.js';
import { startHost, stopHosts } from './support/start-host.js';
import {
  bearer,
  parseAnswer,
  type RunningService,
  routeOf,
  type ServiceSetup,
  startService,
  temporaryFolder,
} from './support/start-service.js';

afterAll(stopHosts);

const at = (path: string, protect = false) => ({
  openapi: { enabled: true, tags: [], summary: '', method: 'POST' as const, path, protect },
  rateLimit: false as const,
});

const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

async function describeFile(file: File) {
  const pieces: Uint8Array[] = [];
  for await (const piece of file.stream()) pieces.push(piece);
  const { name, type, size } = file;
  return { name, type, size, hash: hash(Buffer.concat(pieces)) };
}

const FileReport = z.object({ name: z.string(), type: z.string(), size: z.number(), hash: z.string() });

/** What handlers see while they have a file. */
const seen: { folder: string; count: number; modes: number[] }[] = [];
/** Where the service that most tests share keeps files. */
let folder = '';

/** The files that stand in the folder of a service, whatever their names. */
function listFiles(parent: string): string[] {
  return readdirSync(parent, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(join(parent, name)).isFile(),
  );
}

const save = procedure
  .meta(at('/documents/:id'))
  .input(
    z.object({
      id: z.string(),
      file: z.file(),
      pages: z.array(z.file()).default([]),
      title: z.string().optional(),
      count: z.number().optional(),
      tags: z.array(z.string()).optional(),
      meta: z.object({ at: z.date(), keys: z.array(z.number()) }).optional(),
      fields: z.array(z.object({ x: z.number() })).optional(),
    }),
  )
  .output(z.object({ input: z.record(z.string(), z.unknown()), files: z.array(FileReport) }))
  .mutation(async ({ input: { file, pages, ...rest } }) => {
    const folders = readdirSync(folder);
    const found = folders.flatMap((name) =>
      readdirSync(join(folder, name)).map((one) => join(folder, name, one)),
    );
    const modes = [...folders.map((name) => join(folder, name)), ...found].map(
      (path) => statSync(path).mode & 0o777,
    );
    seen.push({ folder: folders.join(), count: found.length, modes });
    return { input: rest, files: await Promise.all([file, ...pages].map(describeFile)) };
  });

const SAVE_FORM: FormPlan = {
  fields: {
    file: { as: 'file' },
    pages: { as: 'file', list: 'optional' },
    title: { as: 'text' },
    count: { as: 'text' },
    tags: { as: 'text', list: 'optional' },
    meta: { as: 'json' },
    fields: { as: 'json', list: 'optional' },
  },
  value: {
    object: {
      file: 'file',
      pages: { array: 'file' },
      title: 'string',
      count: 'number',
      tags: { array: 'string' },
      meta: { json: { object: { at: 'date' } } },
      fields: { array: 'any' },
    },
  },
};

const picture = procedure
  .meta(at('/pictures'))
  .input(z.strictObject({ picture: z.file().min(1).max(200_000).mime(['image/png', 'image/jpeg']) }))
  .output(FileReport)
  .mutation(({ input }) => describeFile(input.picture));

const album = procedure
  .meta(at('/albums'))
  .input(z.object({ pictures: z.array(z.file()).min(1).max(2), cover: z.file().optional() }))
  .output(z.object({ sizes: z.array(z.number()), hasCover: z.boolean() }))
  .mutation(({ input }) => ({
    sizes: input.pictures.map(({ size }) => size),
    hasCover: input.cover !== undefined,
  }));

const echo = procedure
  .meta(at('/echo'))
  .input(z.object({ file: z.file() }))
  .output(binary())
  .mutation(({ input }) => input.file);

/** Answers with the file through Koa. */
const hosted = procedure
  .meta(at('/hosted'))
  .input(z.object({ file: z.file() }))
  .output(z.void())
  .mutation(({ input, ctx }) => {
    if (ctx.koa) ctx.koa.body = Readable.fromWeb(input.file.stream() as WebStream);
  });

const secret = procedure
  .meta(at('/secret', true))
  .input(z.object({ file: z.file() }))
  .output(z.string())
  .mutation(({ input }) => input.file.name);

const broken = procedure
  .meta(at('/broken'))
  .input(z.object({ file: z.file() }))
  .output(z.string())
  .mutation(() => {
    throw new Error('The handler is broken.');
  });

const FILE_FORM: FormPlan = { fields: { file: { as: 'file' } }, value: { object: { file: 'file' } } };
const body = 'required' as const;

const ROUTES = [
  routeOf('save', save, { body, plan: { path: { id: 'string' }, form: SAVE_FORM } }),
  routeOf('picture', picture, {
    body,
    plan: {
      form: {
        fields: { picture: { as: 'file', maxBytes: 200_000 } },
        value: { object: { picture: 'file' } },
      },
    },
  }),
  routeOf('album', album, {
    body,
    plan: {
      form: {
        fields: { pictures: { as: 'file', list: 'required' }, cover: { as: 'file' } },
        value: { object: { pictures: { array: 'file' }, cover: 'file' } },
      },
    },
  }),
  routeOf('echo', echo, { body, plan: { form: FILE_FORM } }),
  routeOf('hosted', hosted, { body, plan: { form: FILE_FORM } }),
  routeOf('secret', secret, { body, plan: { form: FILE_FORM }, rateLimit: 'MUTATION' }),
  routeOf('broken', broken, { body, plan: { form: FILE_FORM } }),
  routeOf('quick', quick),
];

const LARGE = Buffer.alloc(1_000_000, 'large ');
const SMALL = Buffer.from('small');
const PNG = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(100)]);

const blobOf = (bytes: Uint8Array, type = '') => new Blob([new Uint8Array(bytes)], { type });

function formOf(entries: readonly (readonly [string, string | Blob, string?])[]): FormData {
  const form = new FormData();
  for (const [name, value, fileName] of entries) {
    if (typeof value === 'string') form.append(name, value);
    else form.append(name, value, fileName);
  }
  return form;
}

/** The answer, of a server that waits for the rest of the request before it closes the connection. */
async function answerOf({ read, socket }: RawConnection) {
  await expect.poll(read).toMatch(/\}(?:\r\n0\r\n\r\n)?$/);
  socket.destroy();
  return parseAnswer(read());
}

describe.each(['node', 'koa', 'fetch'] as const)('Uploads under the host %s', (host) => {
  let service: RunningService;
  const start = async (setup: Partial<ServiceSetup> = {}) => {
    const { uploads, ...config } = setup.config ?? {};
    const own = { folder: await temporaryFolder(), ...uploads };
    const started = await startService({
      routes: ROUTES,
      host,
      ...setup,
      config: { ...config, uploads: own },
    });
    return { ...started, folder: own.folder };
  };
  const send = async (path: string, form: FormData, init: RequestInit = {}) => {
    const response = await service.ask(path, { method: 'POST', body: form, ...init });
    return { status: response.status, body: await response.json() };
  };
  const untilNothingIsLeft = (parent = folder) => expect.poll(() => listFiles(parent)).toEqual([]);

  beforeAll(async () => {
    const uploads = { limit: 4_000_000, files: 5, fields: 8 };
    const started = await start({ config: { bodyLimit: 10_000, uploads } });
    service = started;
    folder = started.folder;
  });

  it('give the handler files, and fields decoded by their schema', async () => {
    const answer = await send(
      '/api/documents/a%20b',
      formOf([
        ['title', 'grüße \ufffd'],
        ['count', '7'],
        ['tags', 'one'],
        ['tags', 'two'],
        ['meta', blobOf(Buffer.from('{"at":"2026-01-02T03:04:05Z","keys":[1]}'), 'application/json')],
        ['fields', '{"x":1}'],
        ['fields', blobOf(Buffer.from('{"x":2}'), 'application/json')],
        ['file', blobOf(SMALL, 'text/x-own'), 'grüße 1.txt'],
        ['pages', blobOf(LARGE, 'application/pdf'), 'large.pdf'],
        ['pages', blobOf(SMALL), 'small.csv'],
      ]),
    );
    expect(answer).toEqual({
      status: 200,
      body: {
        input: {
          id: 'a b',
          title: 'grüße \ufffd',
          count: 7,
          tags: ['one', 'two'],
          meta: { at: '2026-01-02T03:04:05.000Z', keys: [1] },
          fields: [{ x: 1 }, { x: 2 }],
        },
        files: [
          { name: 'grüße 1.txt', type: 'text/x-own', size: 5, hash: hash(SMALL) },
          { name: 'large.pdf', type: 'application/octet-stream', size: LARGE.length, hash: hash(LARGE) },
          { name: 'small.csv', type: 'text/csv', size: 5, hash: hash(SMALL) },
        ],
      },
    });
    expect(seen.at(-1)).toEqual({
      folder: expect.stringMatching(/^procgen-uploads-\w+-\d+-\d+-\w{6}$/),
      count: 1,
      modes: [0o700, 0o600],
    });
    await untilNothingIsLeft();
  });

  it('say what is wrong with each field', async () => {
    const answer = await send(
      '/api/documents/1',
      formOf([
        ['count', 'many'],
        ['meta', '{"at":"never","keys":[]}'],
        ['file', 'a text'],
      ]),
    );
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toEqual([
      { path: ['file'], message: 'Invalid input: expected file, received string' },
      { path: ['count'], message: 'Invalid input: expected number, received string' },
      { path: ['meta', 'at'], message: 'Invalid input: expected date, received string' },
    ]);
    const json = await send(
      '/api/documents/1',
      formOf([
        ['meta', '{'],
        ['file', blobOf(LARGE), 'a'],
      ]),
    );
    expect(json).toEqual({
      status: 400,
      body: {
        success: false,
        message: 'The input is invalid.',
        errors: [{ path: ['meta'], message: 'The body is not valid JSON.' }],
      },
    });
    await untilNothingIsLeft();
  });

  it('are lists where the schema has one: none is an empty one, and one is one', async () => {
    const none = await send('/api/albums', formOf([]));
    expect([none.status, none.body.errors[0].path]).toEqual([400, ['pictures']]);
    expect((await send('/api/albums', formOf([['pictures', blobOf(SMALL), 'a']]))).body).toEqual({
      sizes: [5],
      hasCover: false,
    });
    const marked = [
      ['pictures[]', blobOf(SMALL), 'a'],
      ['pictures[]', blobOf(LARGE), 'b'],
    ] as const;
    expect((await send('/api/albums', formOf(marked))).body).toEqual({
      sizes: [5, LARGE.length],
      hasCover: false,
    });
    expect((await send('/api/albums', formOf([...marked, ['pictures', blobOf(SMALL), 'c']]))).status).toBe(
      400,
    );
    const covers = [
      ['cover', blobOf(SMALL), 'a'],
      ['cover', blobOf(SMALL), 'b'],
    ] as const;
    expect((await send('/api/albums', formOf([...marked, ...covers]))).status).toBe(400);
    await untilNothingIsLeft();
  });

  it('without a file that may be missing are what a browser sends of a field where none is chosen', async () => {
    const form = printForm([
      { disposition: 'name="pictures"; filename="a.txt"' },
      {
        disposition: 'name="cover"; filename=""',
        headers: ['Content-Type: application/octet-stream'],
        body: '',
      },
    ]);
    const response = await service.ask('/api/albums', formRequest(form));
    expect(await response.json()).toEqual({ sizes: [1], hasCover: false });
  });

  it('have the type that their content and their name say', async () => {
    const sent = await send('/api/pictures', formOf([['picture', blobOf(PNG, 'image/png'), 'a.png']]));
    expect([sent.status, sent.body.type]).toEqual([200, 'image/png']);
    const unsaid = await send('/api/pictures', formOf([['picture', blobOf(PNG), 'a']]));
    expect([unsaid.status, unsaid.body.type]).toEqual([200, 'image/png']);
    for (const [bytes, type] of [
      [SMALL, 'image/png'],
      [PNG, 'image/jpeg'],
      [Buffer.from('<html>'), 'image/png'],
      [SMALL, ''],
    ] as const) {
      const other = await send('/api/pictures', formOf([['picture', blobOf(bytes, type), 'a.png']]));
      const isFound = bytes === PNG;
      expect([type, other.status]).toEqual([type, isFound ? 200 : 400]);
      if (!isFound) {
        expect(other.body.errors).toEqual([
          { path: ['picture'], message: 'Invalid option: expected one of "image/png"|"image/jpeg"' },
        ]);
      }
    }
  });

  it('refuse a file that the schema does not name where it is strict, and pass over it elsewhere', async () => {
    const strict = [
      ['picture', blobOf(PNG), 'a.png'],
      ['other', blobOf(LARGE), 'b'],
    ] as const;
    const answer = await send('/api/pictures', formOf(strict));
    expect([answer.status, answer.body.errors[0].path]).toEqual([400, ['other']]);
    const open = [
      ['pictures', blobOf(SMALL), 'a'],
      ['other', blobOf(LARGE), 'b'],
      ['x', 'y'],
    ] as const;
    expect((await send('/api/albums', formOf(open))).status).toBe(200);
  });

  it('are there until the answer is written, where the answer is the file', async () => {
    const response = await service.ask('/api/echo', {
      method: 'POST',
      body: formOf([['file', blobOf(LARGE), 'b.bin']]),
    });
    expect(response.headers.get('content-disposition')).toContain('b.bin');
    expect(hash(Buffer.from(await response.arrayBuffer()))).toBe(hash(LARGE));
    await untilNothingIsLeft();
  });

  it.runIf(host === 'koa')(
    'are there until Koa has written what the handler answers with through it',
    async () => {
      const form = () => formOf([['file', blobOf(LARGE), 'b.bin']]);
      const response = await service.ask('/api/hosted', { method: 'POST', body: form() });
      expect(hash(Buffer.from(await response.arrayBuffer()))).toBe(hash(LARGE));
      await untilNothingIsLeft();
      const left = await service.ask('/api/hosted', { method: 'POST', body: form() });
      await left.body?.cancel();
      await untilNothingIsLeft();
    },
  );

  it('have as many files and fields as are allowed, and not one more', async () => {
    const counting = await start({ config: { uploads: { files: 2, fields: 3 } } });
    const ask = async (files: number, fields: number) => {
      const parts: RawPart[] = [
        ...Array<RawPart>(files).fill({ disposition: 'name="pictures"; filename="a"' }),
        ...Array<RawPart>(fields).fill({ disposition: 'name="x"' }),
      ];
      return (await counting.ask('/api/albums', formRequest(printForm(parts)))).status;
    };
    expect([await ask(2, 3), await ask(3, 3), await ask(2, 4)]).toEqual([200, 400, 400]);
  });

  it('are read where a semicolon ends their content type', async () => {
    for (const end of [';', ' ; ']) {
      const headers = { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}${end}` };
      const form = printForm([{ disposition: 'name="pictures"; filename="a"' }]);
      expect((await service.ask('/api/albums', formRequest(form, headers))).status).toBe(200);
    }
  });

  it('leave nothing where the handler throws', async () => {
    expect((await send('/api/broken', formOf([['file', blobOf(LARGE), 'a']]))).status).toBe(500);
    await untilNothingIsLeft();
  });

  it('with an Idempotency-Key are a 400', async () => {
    const answer = await send('/api/albums', formOf([['pictures', blobOf(SMALL), 'a']]), {
      headers: { 'Idempotency-Key': 'a' },
    });
    expect(answer).toEqual({
      status: 400,
      body: { success: false, message: 'A request with files takes no Idempotency-Key.' },
    });
  });

  it('are not read before the guards have let the call in', async () => {
    const head = (authorization: string) => printFormHead('/api/secret', authorization);
    const refused = await openRaw(service.url, head('Authorization: Bearer pgk_wrong'));
    expect((await answerOf(refused)).status).toBe(401);
    const key = await service.createKey(['read']);
    const lacking = await openRaw(service.url, head(`Authorization: Bearer ${key}`));
    expect((await answerOf(lacking)).status).toBe(403);
    const limited = await start({ config: { rateLimits: { MUTATION: { limit: 1, windowMs: 60_000 } } } });
    const { headers } = bearer(await limited.createKey());
    const form = () => ({ method: 'POST', headers, body: formOf([['file', blobOf(SMALL), 'a']]) });
    expect((await limited.ask('/api/secret', form())).status).toBe(200);
    expect((await limited.ask('/api/secret', form())).status).toBe(429);
  });

  describe('that are hostile', () => {
    const file: RawPart = { disposition: 'name="file"; filename="a.txt"' };
    const CASES: readonly (readonly [string, number, ReturnType<typeof formRequest>])[] = [
      ['no content type', 415, formRequest(printForm([file]), { 'Content-Type': '' })],
      ['JSON', 415, formRequest(Buffer.from('{"file":"a"}'), { 'Content-Type': 'application/json' })],
      [
        'a form without files',
        415,
        formRequest(Buffer.from('file=a'), { 'Content-Type': 'application/x-www-form-urlencoded' }),
      ],
      [
        'another multipart type',
        415,
        formRequest(printForm([file]), { 'Content-Type': `multipart/mixed; boundary=${BOUNDARY}` }),
      ],
      ['a content encoding', 415, formRequest(printForm([file]), { 'Content-Encoding': 'gzip' })],
      ['no boundary', 400, formRequest(printForm([file]), { 'Content-Type': 'multipart/form-data' })],
      [
        'an empty boundary',
        400,
        formRequest(printForm([file]), { 'Content-Type': 'multipart/form-data; boundary=' }),
      ],
      [
        'a boundary that is too long',
        400,
        formRequest(printForm([file]), { 'Content-Type': `multipart/form-data; boundary=${'a'.repeat(71)}` }),
      ],
      [
        'another boundary',
        400,
        formRequest(printForm([file]), { 'Content-Type': 'multipart/form-data; boundary=other' }),
      ],
      ['no end', 400, formRequest(printForm([file], { end: '' }))],
      [
        'an end in the midst of a file',
        400,
        formRequest(printForm([{ ...file, body: LARGE }]).subarray(0, 500_000)),
      ],
      ['an end in the midst of headers', 400, formRequest(printForm([file]).subarray(0, 40))],
      ['nothing but a boundary', 400, formRequest(Buffer.from(`--${BOUNDARY}\r\n`))],
      ['garbage', 400, formRequest(Buffer.alloc(100_000, '\0'))],
      ['10,000 fields', 400, formRequest(printForm(Array(10_000).fill({ disposition: 'name="x"' })))],
      ['10,000 files', 400, formRequest(printForm(Array(10_000).fill(file)))],
      ['10,000 parts without a name', 400, formRequest(printForm(Array(10_000).fill({ disposition: '' })))],
      ['six files', 400, formRequest(printForm(Array(6).fill({ disposition: 'name="x"; filename="y"' })))],
      ['nine fields', 400, formRequest(printForm(Array(9).fill({ disposition: 'name="x"' })))],
      [
        'headers of a part that are too long',
        400,
        formRequest(printForm([{ ...file, headers: [`X: ${'a'.repeat(100_000)}`] }])),
      ],
      [
        '10,000 headers of a part',
        400,
        formRequest(printForm([{ ...file, headers: Array(10_000).fill('X: y') }])),
      ],
      ['a header of a part that is none', 400, formRequest(printForm([{ ...file, headers: ['no colon'] }]))],
      ...(
        [
          ['none', ['Content-Type: text/plain']],
          ['one that is broken', ['Content-Disposition: form-data; name="title']],
          ['one of an attachment', ['Content-Disposition: attachment; name="title"']],
        ] as const
      ).map(
        ([what, headers]) =>
          [
            `a part with ${what} for its Content-Disposition`,
            400,
            formRequest(printForm([{ disposition: '', headers }, file])),
          ] as const,
      ),
      [
        'something behind a delimiter',
        400,
        formRequest(Buffer.concat([Buffer.from(`--${BOUNDARY}x\r\n\r\n`), printForm([file])])),
      ],
      ['a part without a name', 400, formRequest(printForm([{ disposition: 'filename="a"' }]))],
      ['a field without a name', 400, formRequest(printForm([{ disposition: 'x="a"' }]))],
      [
        'a name of 1,000 letters',
        400,
        formRequest(printForm([{ disposition: `name="${'a'.repeat(1_000)}"` }])),
      ],
      ['a field named __proto__', 400, formRequest(printForm([{ disposition: 'name="__proto__"' }, file]))],
      [
        'JSON with a key __proto__',
        400,
        formRequest(printForm([{ disposition: 'name="meta"', body: '{"__proto__":{"polluted":1}}' }, file])),
      ],
      [
        'JSON that is 1,000 deep',
        400,
        formRequest(printForm([{ disposition: 'name="meta"', body: '['.repeat(1_000) }, file])),
      ],
      [
        'a path for a name',
        400,
        formRequest(printForm([{ disposition: 'name="file"; filename="../../../../tmp/procgen-evil"' }])),
      ],
      [
        'an absolute path for a name',
        400,
        formRequest(printForm([{ disposition: 'name="file"; filename="/tmp/procgen-evil"' }])),
      ],
      [
        'a path of Windows for a name',
        400,
        formRequest(printForm([{ disposition: 'name="file"; filename="..\\\\..\\\\evil"' }])),
      ],
      [
        'a drive for a name',
        400,
        formRequest(printForm([{ disposition: 'name="file"; filename="C:\\\\evil"' }])),
      ],
      [
        'an encoded path for a name',
        400,
        formRequest(printForm([{ disposition: 'name="file"; filename*=UTF-8\'\'..%2F..%2Fevil' }])),
      ],
      ['a NUL in a name', 400, formRequest(printForm([{ disposition: 'name="file"; filename="a\0.txt"' }]))],
      [
        'an encoded NUL in a name',
        400,
        formRequest(printForm([{ disposition: 'name="file"; filename*=UTF-8\'\'a%00.txt' }])),
      ],
      [
        'a file name of 1,000 letters',
        400,
        formRequest(printForm([{ disposition: `name="file"; filename="${'a'.repeat(1_000)}"` }])),
      ],
      [
        'a form inside of a form',
        400,
        formRequest(
          printForm([
            {
              disposition: 'name="file"',
              headers: ['Content-Type: multipart/mixed; boundary=inner'],
              body: '--inner\r\n\r\na\r\n--inner--',
            },
          ]),
        ),
      ],
      [
        'a file in base64',
        400,
        formRequest(printForm([{ ...file, headers: ['Content-Transfer-Encoding: base64'] }])),
      ],
      ...['foo', 'windows-1251'].map(
        (charset) =>
          [
            `a field in the charset ${charset}`,
            400,
            formRequest(
              printForm([
                { disposition: 'name="title"', headers: [`Content-Type: text/plain; charset=${charset}`] },
                file,
              ]),
            ),
          ] as const,
      ),
      [
        'a field that is not UTF-8',
        400,
        formRequest(printForm([{ disposition: 'name="title"', body: Buffer.from('k\xff', 'latin1') }, file])),
      ],
      [
        'a field that is not UTF-8 and sent as a file',
        400,
        formRequest(
          printForm([
            { disposition: 'name="title"; filename="a"', body: Buffer.from('k\xff', 'latin1') },
            file,
          ]),
        ),
      ],
      [
        'a field name that is not UTF-8',
        400,
        formRequest(printForm([{ disposition: 'name="titl\xff"' }, file])),
      ],
      ['a field where a file should be', 400, formRequest(printForm([{ disposition: 'name="file"' }]))],
      ['no file', 400, formRequest(printForm([{ disposition: 'name="title"' }]))],
      [
        'fields that are too long together',
        413,
        formRequest(
          printForm([1, 2, 3].map(() => ({ disposition: 'name="title"', body: 'a'.repeat(4_000) }))),
        ),
      ],
      [
        'a field that is too long',
        413,
        formRequest(printForm([{ disposition: 'name="title"', body: 'a'.repeat(1_000_000) }])),
      ],
      [
        'a field that is too long and cut within a character',
        413,
        formRequest(printForm([{ disposition: 'name="title"', body: 'é'.repeat(5_001) }, file])),
      ],
      [
        'a field that is too long in UTF-16',
        413,
        formRequest(
          printForm([
            {
              disposition: 'name="title"',
              headers: ['Content-Type: text/plain; charset=utf-16le'],
              body: Buffer.from('a'.repeat(8_000), 'utf16le'),
            },
            file,
          ]),
        ),
      ],
      [
        'a field that is too long and sent as a file',
        413,
        formRequest(printForm([{ disposition: 'name="title"; filename="a"', body: 'a'.repeat(1_000_000) }])),
      ],
      ['a body that is too long', 413, formRequest(printForm([{ ...file, body: Buffer.alloc(4_000_001) }]))],
    ];

    it.each(CASES)('with %s are a %i', async (_what, status, { headers, body }) => {
      service.lines.length = 0;
      const lines = Object.entries({ ...headers, 'Content-Length': String(body.length) }).filter(
        ([, value]) => value !== '',
      );
      const head = [
        'POST /api/documents/1 HTTP/1.1',
        'Host: test',
        'Connection: close',
        ...lines.map((line) => line.join(': ')),
        '',
        '',
      ];
      const connection = await openRaw(service.url, head.join('\r\n'));
      connection.socket.write(body);
      const answer = parseAnswer(await connection.closed);
      expect(answer.status).toBe(status);
      expect(JSON.parse(answer.body)).toMatchObject({ success: false, message: expect.any(String) });
      expect(service.lines.filter(({ level }) => level === 'error')).toEqual([]);
      await untilNothingIsLeft();
      expect(({} as Record<string, unknown>).polluted).toBeUndefined();
      expect((await service.ask('/api/quick')).status).toBe(200);
    });

    it('with a file that is larger than its schema lets it be are a 413 before all of it is there', async () => {
      const part = printForm(
        [{ disposition: 'name="picture"; filename="a.png"', body: Buffer.alloc(300_000) }],
        { end: '' },
      );
      const connection = await openRaw(service.url, printFormHead('/api/pictures'));
      connection.socket.write(part);
      const { status, body } = await answerOf(connection);
      expect([status, JSON.parse(body).message]).toEqual([413, 'A file is larger than 200000 bytes.']);
      await untilNothingIsLeft();
    });
  });

  const OPEN_FIELD = printForm([{ disposition: 'name="title"', body: 'a'.repeat(1_040_000) }], { end: '' });
  const OPEN_HEAD = printFormHead('/api/documents/1');

  /** So many uploads of an address with a field each that has not ended. */
  async function openFields(url: string, count: number, from: string): Promise<RawConnection[]> {
    const open = await Promise.all(Array.from({ length: count }, () => openRaw(url, OPEN_HEAD, { from })));
    for (const { socket } of open) socket.write(OPEN_FIELD.subarray(0, -1_000));
    return open;
  }

  it('of an address give way to its own newer ones where their fields take too much memory', async () => {
    const filling = await start({ options: { awaitedUploads: { leastBytesPerWindow: 0 } } });
    const open: RawConnection[] = [];
    for (let count = 0; count < 18; count++) open.push(...(await openFields(filling.url, 1, '127.0.0.2')));
    await expect.poll(() => open[0]?.read()).toMatch(/^HTTP\/1.1 429/);
    expect(open.at(-1)?.read()).toBe('');
    for (const { socket } of open) socket.destroy();
  });

  it('find room for their fields where five addresses would have more than all of it', async () => {
    const filling = await start({ options: { awaitedUploads: { leastBytesPerWindow: 0 } } });
    const open: RawConnection[] = [];
    for (const from of ['127.0.0.2', '127.0.0.3', '127.0.0.4', '127.0.0.5', '127.0.0.6'])
      open.push(...(await openFields(filling.url, 17, from)));
    const refused = () => open.filter((one) => /^HTTP\/1.1 (?:429|503)/.test(one.read()));
    await expect.poll(() => refused().length).toBeGreaterThanOrEqual(12);
    const form = printForm([
      { disposition: 'name="title"', body: 'a'.repeat(1_040_000) },
      { disposition: 'name="file"; filename="a"', body: SMALL },
    ]);
    const head = OPEN_HEAD.replace('3000000', String(form.length));
    const late = await Promise.all(
      Array.from({ length: 4 }, () => openRaw(filling.url, head, { from: '127.0.0.7' })),
    );
    for (const { socket } of late) socket.write(form);
    const isAnswered = () => late.every((one) => one.read() !== '');
    await expect.poll(isAnswered).toBe(true);
    expect(late.map((one) => one.read().split('\r\n', 1)[0])).toEqual(Array(4).fill('HTTP/1.1 200 OK'));
    for (const { socket } of [...open, ...late]) socket.destroy();
  });

  it('that their callers give up leave nothing behind', async () => {
    // The slow ones are not refused: what has gone is noticed at once.
    const left = await start({ options: { awaitedUploads: { leastBytesPerWindow: 0 } } });
    const head = printFormHead('/api/documents/1');
    const part = printForm([{ body: LARGE.subarray(0, 200_000) }], { end: '' });
    for (let round = 0; round < 5; round++) {
      const open = await Promise.all(Array.from({ length: 8 }, () => openRaw(left.url, head)));
      for (const { socket } of open) socket.write(part);
      await expect.poll(() => listFiles(left.folder).length).toBe(8);
      for (const { socket } of open) socket.destroy();
      await untilNothingIsLeft(left.folder);
    }
    expect(left.lines.filter(({ level }) => level === 'error')).toEqual([]);
    const form = formOf([['pictures', blobOf(SMALL), 'a']]);
    expect((await left.ask('/api/albums', { method: 'POST', body: form })).status).toBe(200);
  });

  // Another host has limits of its own.
  it.skipIf(host === 'fetch')(
    'H-22 that wait hold no place among the requests under way, and have to come at a pace',
    async () => {
      const slow = await start({
        config: { overload: { inFlight: 1 } },
        server: { requestTimeoutMs: 300 },
        options: { awaitedUploads: { leastBytesPerWindow: 1_000 } },
      });
      const form = printForm([{ disposition: 'name="file"; filename="a"', body: LARGE }]);
      const head = [
        'POST /api/echo HTTP/1.1',
        'Host: test',
        'Connection: close',
        `Content-Type: multipart/form-data; boundary=${BOUNDARY}`,
        `Content-Length: ${form.length}`,
        '',
        '',
      ].join('\r\n');
      const [steady, stalled] = [await openRaw(slow.url, head), await openRaw(slow.url, head)];
      stalled.socket.write(form.subarray(0, 100_000));
      const step = Math.ceil(form.length / 70);
      let sent = 0;
      const feeding = setInterval(() => {
        steady.socket.write(form.subarray(sent, sent + step));
        sent += step;
      }, 100);
      expect((await slow.ask('/api/quick')).status).toBe(200);
      expect(parseAnswer(await stalled.closed).status).toBe(408);
      const answer = parseAnswer(await steady.closed);
      clearInterval(feeding);
      expect(answer.status).toBe(200);
      await untilNothingIsLeft(slow.folder);
    },
    20_000,
  );

  it('remove what a process left that was killed, and nothing of others', async () => {
    const parent = await temporaryFolder();
    const prefix = 'procgen-uploads-';
    const own = nameProcess();
    const [system = ''] = own.split('-');
    const dead = `${prefix}${system}-999999999-1-abcdef`;
    const before = `${prefix}${system}-${process.pid}-1-abcdef`;
    const living = `${prefix}${own}-abcdef`;
    const elsewhere = `${prefix}other_host-999999999-1-abcdef`;
    const container = `${prefix}${hostname().replace(/\W+/g, '_')}-999999999-1-abcdef`;
    const forgotten = `${prefix}other_host-999999999-2-abcdef`;
    const open = `${prefix}${system}-999999999-2-abcdef`;
    for (const name of [dead, before, living, elsewhere, container, forgotten, open]) {
      await mkdir(join(parent, name), { mode: name === open ? 0o755 : 0o700 });
      await writeFile(join(parent, name, '1'), 'left');
    }
    const eightDaysAgo = Date.now() / 1_000 - 8 * 86_400;
    await utimes(join(parent, forgotten), eightDaysAgo, eightDaysAgo);
    await start({ config: { uploads: { folder: parent } } });
    expect(readdirSync(parent).sort()).toEqual([elsewhere, container, living, open].sort());
    expect(await readFile(join(parent, living, '1'), 'utf8')).toBe('left');
  });

  it('leave no folder where the service is closed', async () => {
    const stopping = await start();
    await stopping.ask('/api/echo', { method: 'POST', body: formOf([['file', blobOf(LARGE), 'a']]) });
    expect(readdirSync(stopping.folder)).toHaveLength(1);
    await stopping.app.close();
    expect(readdirSync(stopping.folder)).toEqual([]);
  });

  it('that the disk has no place for are a 503, which is logged, and leave nothing', async () => {
    const parent = join(await temporaryFolder(), 'file');
    await writeFile(parent, '');
    const full = await start({ config: { uploads: { folder: join(parent, 'below') } } });
    const response = await full.ask('/api/echo', {
      method: 'POST',
      body: formOf([['file', blobOf(LARGE), 'a']]),
    });
    expect(response.status).toBe(503);
    expect(await response.json()).toEqual({ success: false, message: 'The service is unavailable.' });
    expect(JSON.stringify(full.lines)).toContain('An uploaded file could not be stored.');
    expect(
      (await full.ask('/api/echo', { method: 'POST', body: formOf([['file', blobOf(SMALL), 'a']]) })).status,
    ).toBe(200);
  });

  it('are cut off when the server stops, and leave nothing', async () => {
    const stopping = await start();
    const request = httpRequest(`${stopping.url}/api/echo`, formRequest(Buffer.alloc(0)));
    request.on('error', () => {});
    request.write(printForm([{ body: LARGE }], { end: '' }));
    await expect.poll(() => listFiles(stopping.folder).length).toBe(1);
    const closed = new Promise((resolve) => request.once('close', resolve));
    await stopping.http.drain(0);
    await stopping.app.close();
    await closed;
    expect(readdirSync(stopping.folder)).toEqual([]);
  });
});

const LISTEN: Record<string, (req: IncomingMessage, hear: (piece: Buffer) => void) => void> = {
  listener: (req, hear) => req.once('resume', () => req.on('data', hear)),
  emit: (req, hear) => {
    req.emit = (event: string, ...values: unknown[]) => {
      if (event === 'data') hear(values[0] as Buffer);
      return IncomingMessage.prototype.emit.call(req, event, ...values);
    };
  },
};

it.each(Object.keys(LISTEN))(
  'Uploads leave those who hear them too, by a %s of their own, what they hear',
  async (how) => {
    const heard: Buffer[] = [];
    const { ask } = await startHost(
      toNodeListener,
      (api) => (req, res) => {
        LISTEN[how]?.(req, (piece) => void heard.push(piece));
        api(req, res);
      },
      { routes: ROUTES, config: { uploads: { folder: await temporaryFolder() } } },
    );
    const form = printForm([{ body: LARGE }]);
    const response = await ask('/api/echo', formRequest(form));
    expect(hash(Buffer.from(await response.arrayBuffer()))).toBe(hash(LARGE));
    expect(hash(Buffer.concat(heard))).toBe(hash(form));
  },
);
