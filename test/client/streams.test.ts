import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  type ApiError,
  createTransport,
  type Fail,
  isApiError,
  type Operation,
  type TransportOptions,
} from '../../src/client/index.js';
import { type EventCallOptions, type EventIterable, streamEvents } from '../../src/client/stream-events.js';
import { type StreamCallOptions, streamLines } from '../../src/client/stream-lines.js';

const FOLLOW = { method: 'GET', path: '/news', answer: 'blob', isStream: true } as const;
const LINES = { ...FOLLOW, path: '/articles' } as const;
const COMPLETE = { ...FOLLOW, method: 'POST', body: true, idempotent: false } as const;

type Answer = (res: ServerResponse, req: IncomingMessage) => void;

interface Told {
  readonly baseUrl: string;
  readonly requests: IncomingMessage[];
  /** How many of the connections are open. */
  readonly server: Server;
}

/** A server that answers request by request; the last answer is repeated. */
async function tell(...answers: readonly Answer[]): Promise<Told> {
  const requests: IncomingMessage[] = [];
  const server = createServer((req, res) => {
    const answer = answers[Math.min(requests.length, answers.length - 1)];
    requests.push(req);
    answer?.(res, req);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests, server };
}

const events =
  (...pieces: readonly (string | Uint8Array)[]): Answer =>
  (res) => {
    res.writeHead(200, { 'Content-Type': 'text/event-stream' });
    for (const piece of pieces) res.write(piece);
  };
const ended =
  (...pieces: readonly string[]): Answer =>
  (res) => {
    res.writeHead(200, { 'Content-Type': 'text/event-stream' });
    res.end(pieces.join(''));
  };
const cut =
  (...pieces: readonly string[]): Answer =>
  (res) => {
    res.writeHead(200, { 'Content-Type': 'text/event-stream' });
    res.write(pieces.join(''), () => res.destroy());
  };
const hangUp: Answer = (res) => res.destroy();
const refuse =
  (status: number, headers = {}): Answer =>
  (res) =>
    res.writeHead(status, headers).end(JSON.stringify({ success: false, message: `No ${status}.` }));

const event = (data: unknown, id?: string) =>
  `${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`;
const END = 'event: end\ndata: {"success":true}\n\n';

function follow(
  { baseUrl }: Told,
  options?: EventCallOptions,
  transport: Partial<TransportOptions> = {},
): EventIterable<unknown> {
  return streamEvents(createTransport({ baseUrl, ...transport }), FOLLOW, undefined, options);
}

function list({ baseUrl }: Told, options?: StreamCallOptions): AsyncIterable<unknown> {
  return streamLines(createTransport({ baseUrl, retries: 0 }), FOLLOW, undefined, options);
}

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const collected: Item[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}

async function failureOf(items: AsyncIterable<unknown>): Promise<ApiError> {
  try {
    await collect(items);
  } catch (error) {
    if (isApiError(error)) return error;
    throw error;
  }
  throw new Error('The stream came to its end.');
}

/** The waits of the client, which take a hundredth of their time here. */
const waits: number[] = [];
beforeEach(() => {
  waits.length = 0;
  const wait = globalThis.setTimeout;
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, ms = 0, ...given: []) => {
    waits.push(ms);
    return wait(run, ms === 30_000 ? ms : ms / 100, ...given);
  }) as typeof setTimeout);
});
afterEach(() => void vi.restoreAllMocks());

/** The waits between two tries, where chance is a quarter. */
const listPauses = () => waits.filter((ms) => [625, 1_250, 2_500, 5_000, 8_000].includes(ms));

describe('the events of a stream', () => {
  test('come one by one to the end that the server says, with the id of the last', async () => {
    const told = await tell(ended(':\n\n', event({ n: 1 }, 'a'), event({ n: 2 }), event({ n: 3 }, 'c'), END));
    const news = follow(told);
    const seen: unknown[] = [];
    for await (const item of news) seen.push([item, news.lastEventId]);
    expect(seen).toEqual([
      [{ n: 1 }, 'a'],
      [{ n: 2 }, 'a'],
      [{ n: 3 }, 'c'],
    ]);
    expect(told.requests.map(({ headers }) => headers.accept)).toEqual(['text/event-stream']);
  });

  test('are read as the HTML standard says, in whatever pieces they come', async () => {
    const text = Buffer.from(
      'retry: 10\r\n\r\nid:1\r\ndata:{"text":\r\ndata: "grüße\u2028"}\r\nunknown: x\r\n\r\n: comment\n\n' +
        END,
    );
    const told = await tell((res) => {
      res.writeHead(200);
      for (const byte of text) res.write(Buffer.of(byte));
      res.end();
    });
    expect(await collect(follow(told))).toEqual([{ text: 'grüße\u2028' }]);
  });

  test('go on behind the last id after a broken connection, when the server says so', async () => {
    const told = await tell(
      cut('retry: 3000\n\n', event(1, 'a'), event(2, 'b')),
      ended(event(3, 'c')),
      ended(event(4, 'd'), END),
    );
    expect(await collect(follow(told))).toEqual([1, 2, 3, 4]);
    expect(told.requests.map(({ headers }) => headers['last-event-id'])).toEqual([undefined, 'b', 'c']);
    expect(waits.filter((ms) => ms === 3_000).length).toBeGreaterThanOrEqual(2);
  });

  test('end where the server says with a 204 that nothing comes any more', async () => {
    const told = await tell(cut(event(1, 'a')), (res) => res.writeHead(204).end());
    expect(await collect(follow(told))).toEqual([1]);
    expect(told.requests).toHaveLength(2);
  });

  test('wait before they are asked for again, though a `retry` is no number', async () => {
    const told = await tell(cut('retry: soon\n\n', event(1, 'a')), ended(END));
    expect(await collect(follow(told))).toEqual([1]);
    expect(waits.filter((ms) => Number.isNaN(ms))).toEqual([]);
    expect(waits.some((ms) => ms >= 500 && ms <= 1_000)).toBe(true);
  });

  test('go on behind the id that the caller has', async () => {
    const told = await tell(ended(END));
    await collect(follow(told, { lastEventId: 'z' }));
    expect(told.requests[0]?.headers['last-event-id']).toBe('z');
  });

  test('go on however often the server is not there, once they have begun', async () => {
    const told = await tell(
      cut(event(1, 'a')),
      ...Array.from({ length: 5 }, () => refuse(503, { 'Retry-After': '0' })),
      ended(event(2), END),
    );
    expect(await collect(follow(told))).toEqual([1, 2]);
    expect(told.requests).toHaveLength(7);
  });

  test('go on where the server cannot be reached or asks to wait, after longer and longer pauses', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.25);
    const away = [refuse(429), refuse(502), refuse(503), refuse(504), hangUp, hangUp];
    const told = await tell(cut(event(1, 'a')), ...away, ended(event(2), END));
    expect(await collect(follow(told))).toEqual([1, 2]);
    expect(told.requests).toHaveLength(8);
    expect(listPauses()).toEqual([625, 625, 1_250, 2_500, 5_000, 8_000, 8_000]);
  });

  test('are asked for after longer and longer pauses where connections break before an event', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.25);
    const told = await tell(cut(event(1, 'a')), ...Array.from({ length: 6 }, () => cut(':\n\n')), ended(END));
    expect(await collect(follow(told))).toEqual([1]);
    expect(listPauses()).toEqual([625, 1_250, 2_500, 5_000, 8_000, 8_000, 8_000]);
  });

  test('go on no sooner than the server has said, however often it is not there', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.25);
    const told = await tell(
      cut('retry: 3210\n\n', event(1, 'a')),
      refuse(503),
      refuse(503, { 'Retry-After': '1' }),
      hangUp,
      ended(event(2), END),
    );
    expect(await collect(follow(told))).toEqual([1, 2]);
    expect(waits.filter((ms) => ms === 3_210)).toHaveLength(4);
  });

  test.each([429, 503])('go on after as long as a %i says, be it more than a minute', async (status) => {
    const told = await tell(
      cut(event(1, 'a')),
      refuse(status, { 'Retry-After': '90' }),
      ended(event(2), END),
    );
    expect(await collect(follow(told))).toEqual([1, 2]);
    expect(waits).toContain(90_000);
  });

  test('go on after an outage that is longer than what the client gives a call', async () => {
    const told = await tell(cut(event(1, 'a')), refuse(503, { 'Retry-After': '90' }), ended(event(2), END));
    expect(await collect(follow(told, {}, { deadline: 60_000 }))).toEqual([1, 2]);
  });

  test.each([500, 403, 404])(
    'end with a %i of the server, however they began, after the tries of any call',
    async (status) => {
      const told = await tell(cut(event(1, 'a')), refuse(status));
      expect(await failureOf(follow(told))).toMatchObject({ kind: 'failure', status });
      expect(told.requests).toHaveLength(status === 500 ? 4 : 2);
    },
  );

  test('end where a hook fails, however they began, after the tries of any call', async () => {
    const told = await tell(cut(event(1, 'a')));
    let count = 0;
    const onRequest = () => {
      count += 1;
      if (count > 1) throw new Error('The hook failed.');
    };
    const error = await failureOf(follow(told, {}, { onRequest }));
    expect(error).toMatchObject({ kind: 'network', message: 'The hook failed.' });
    expect(count).toBe(4);
  });

  test('fail where the calls for them fail as often as the caller says', async () => {
    const told = await tell(cut(event(1)), refuse(503));
    expect(await failureOf(follow(told, { retries: 1 }))).toMatchObject({ kind: 'failure', status: 503 });
    expect(told.requests).toHaveLength(3);
  });

  test('are asked for again after 45 s without as much as a heartbeat', async () => {
    const told = await tell(events(event(1, 'a')), ended(END));
    expect(await collect(follow(told))).toEqual([1]);
    expect(told.requests).toHaveLength(2);
    expect(waits).toContain(45_000);
  });

  test('are asked for with renewed credentials when the old ones have expired', async () => {
    const told = await tell(cut(event(1)), refuse(401), ended(event(2), END));
    let apiKey = 'old';
    const refresh = () => {
      apiKey = 'new';
    };
    expect(await collect(follow(told, {}, { apiKey: () => apiKey, refresh }))).toEqual([1, 2]);
    expect(told.requests.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer old',
      'Bearer old',
      'Bearer new',
    ]);
  });

  test('of a mutation are not asked for again', async () => {
    const told = await tell(cut(event(1)));
    const items = streamEvents(createTransport(told), COMPLETE, {});
    expect(await failureOf(items)).toMatchObject({ kind: 'network', message: 'The connection failed.' });
    expect(told.requests).toHaveLength(1);
  });

  test('end with the failure that the server says', async () => {
    const failure = {
      success: false,
      status: 404,
      message: 'Gone.',
      errors: [{ path: ['a'], message: 'No.' }],
    };
    const told = await tell(ended(event(1), `event: error\ndata: ${JSON.stringify(failure)}\n\n`));
    const error = await failureOf(follow(told));
    expect(error).toMatchObject({ kind: 'failure', status: 404, message: 'Gone.', errors: failure.errors });
    expect(told.requests).toHaveLength(1);
  });

  test('do not begin where the server says no', async () => {
    const told = await tell(refuse(404));
    expect(await failureOf(follow(told))).toMatchObject({ kind: 'failure', status: 404, message: 'No 404.' });
  });

  test('that are no JSON are a failure', async () => {
    const told = await tell(ended('data: no\n\n'));
    expect(await failureOf(follow(told))).toMatchObject({ kind: 'parse', status: 200 });
  });

  test('are let go of by break, and the connection with them', async () => {
    const told = await tell(events(event(1), event(2)));
    for await (const item of follow(told)) {
      expect(item).toBe(1);
      break;
    }
    if (!told.requests[0]?.socket.destroyed) await once(told.requests[0]?.socket as never, 'close');
    expect(told.requests).toHaveLength(1);
  });

  test.each(['while it waits for an event', 'while it waits to come back'])(
    'are ended by a signal %s',
    async (when) => {
      const aborting = new AbortController();
      const told = await tell(
        when.endsWith('event') ? events(event(1)) : cut('retry: 1000000\n\n', event(1)),
      );
      const seen: unknown[] = [];
      const failing = failureOf(
        (async function* () {
          for await (const item of follow(told, { signal: aborting.signal })) yield seen.push(item);
        })(),
      );
      await expect.poll(() => [seen, waits.some((ms) => ms >= 45_000)]).toEqual([[1], true]);
      aborting.abort('enough');
      expect(await failing).toMatchObject({ kind: 'aborted', cause: 'enough' });
      await expect.poll(() => told.requests[0]?.socket.destroyed).toBe(true);
    },
  );
});

describe('what ends a stream is told to onFailure, once:', () => {
  const GONE = 'event: error\ndata: {"success":false,"status":404,"message":"Gone."}\n\n';
  const LINE = '1\n{"success":false,"status":500,"message":"Broken."}\n';

  test.each<[string, readonly Answer[], Operation, object]>([
    ['a failure among events', [ended(event(1), GONE)], FOLLOW, { kind: 'failure', status: 404 }],
    ['an event that is no JSON', [ended('data: no\n\n')], FOLLOW, { kind: 'parse' }],
    ['a failure before the first event', [refuse(404)], FOLLOW, { kind: 'failure', status: 404 }],
    ['a failure when it comes back', [cut(event(1)), refuse(404)], FOLLOW, { kind: 'failure', status: 404 }],
    ['a broken connection of a mutation', [cut(event(1))], COMPLETE, { kind: 'network' }],
    ['a failure in a line', [ended(LINE)], LINES, { kind: 'failure', status: 500 }],
    ['a broken connection of lines', [cut('1\n')], LINES, { kind: 'network' }],
    ['a failure before the first line', [refuse(404)], LINES, { kind: 'failure', status: 404 }],
  ])('%s', async (_, answers, operation, fail) => {
    const told = await tell(...answers);
    const failures: unknown[] = [];
    const transport = createTransport({ ...told, onFailure: (...given) => void failures.push(given) });
    const stream = operation === LINES ? streamLines : streamEvents;
    const error = await failureOf(stream(transport, operation, undefined));
    expect(failures).toEqual([[error.fail, operation]]);
    expect(error).toMatchObject(fail);
  });

  test('a signal that aborts', async () => {
    const told = await tell(events(event(1)));
    const kinds: string[] = [];
    const aborting = new AbortController();
    const transport = { onFailure: ({ kind }: Fail) => void kinds.push(kind) };
    const items = follow(told, { signal: aborting.signal }, transport)[Symbol.asyncIterator]();
    await items.next();
    aborting.abort();
    await expect(items.next()).rejects.toThrow('aborted');
    expect(kinds).toEqual(['aborted']);
  });

  test('nothing where the server ends it, or the caller', async () => {
    const told = await tell(cut(event(1, 'a')), hangUp, ended(event(2), event(3), END));
    const failures: unknown[] = [];
    const transport = { onFailure: (fail: Fail) => void failures.push(fail) };
    expect(await collect(follow(told, {}, transport))).toEqual([1, 2, 3]);
    for await (const _ of follow(told, {}, transport)) break;
    expect(failures).toEqual([]);
  });
});

describe('the lines of a stream', () => {
  test('come one by one, without the empty ones', async () => {
    const told = await tell(ended('{"n":1}\n', '\n', '"grüße"\n', 'null\n'));
    expect(await collect(list(told))).toEqual([{ n: 1 }, 'grüße', null]);
    expect(told.requests[0]?.headers.accept).toBe('application/jsonl');
  });

  test('end with the failure that the server says', async () => {
    const told = await tell(
      ended('1\n', '{"success":false,"status":500,"message":"Internal server error."}\n'),
    );
    expect(await failureOf(list(told))).toMatchObject({ kind: 'failure', status: 500 });
  });

  test('fail where they end in the midst of one', async () => {
    const told = await tell(ended('{"n":1}\n', '{"n":'));
    expect(await failureOf(list(told))).toMatchObject({ kind: 'network' });
  });

  test('fail with their connection, and are not asked for again', async () => {
    const told = await tell(cut('1\n', '2'));
    expect(await failureOf(list(told))).toMatchObject({ kind: 'network' });
    expect(told.requests).toHaveLength(1);
  });
});
