import {
  chunk,
  HOLD,
  head,
  KEEP,
  RESET,
  type Step,
  say,
  sayJson,
  sayNo,
  sayOk,
  type WireCase,
} from './wire-case.js';

const JSON_TYPE = 'content-type: application/json';
const HTML = '<!doctype html><title>Sign in</title>';
const OK = '{"success":true,"payload":[]}';
const HALF = '{"success":true,"pay';
const FAILURE = { success: false, message: 'No.', errors: [{ path: ['name'], message: 'Too short.' }] };
const NO_CONNECTION = { result: 'network', message: 'The connection failed.', errors: [] } as const;
const REDIRECTED = {
  result: 'network',
  message: 'The server redirected; init.redirect forbids it.',
  errors: [],
} as const;
const HIDDEN_REDIRECT = {
  on: ['chromium'],
  because: 'it hides a redirect, which is a failed connection to its pages',
} as const;
const CACHED_REDIRECT = {
  on: ['chromium'],
  because: 'it remembers a permanent redirect, and asks no more',
} as const;
const BUN_REDIRECT = {
  on: ['bun'],
  because: 'it takes every status from 300 to 399 for a redirect',
  outcome: REDIRECTED,
} as const;
const UNREADABLE = {
  result: 'parse',
  status: 200,
  message: 'The response (HTTP 200) cannot be read.',
} as const;
const TIMEOUT = { result: 'timeout', message: 'No response within N ms.', errors: [] } as const;
const ABORTED = { result: 'aborted', message: 'The call was aborted.', reason: 'changed my mind' } as const;
const NODE_20_CHUNKS = {
  on: ['node-20'],
  because: 'it takes the end of the connection for the last chunk',
} as const;
/** Seen in undici 6.24 and 6.28: the end of a body takes off the listener that would end the caller's wait. */
const LATE_DECODER = {
  on: ['node-20', 'node-22'],
  because: 'it tells nobody that a body cannot be decompressed once all of it has come',
  outcome: TIMEOUT,
  isRace: true,
} as const;
const CHROMIUM_STATUS = { on: ['chromium'], because: 'it takes any number for a status' } as const;
/** Tried again at once. */
const AT_ONCE = 'retry-after: 0';

const bytes = (...values: readonly number[]): Uint8Array => Uint8Array.from(values);

/** `{"success":true,"payload":"zip"}` under gzip. */
const ZIPPED = Uint8Array.from(
  atob('H4sIAAAAAAAAA6tWKi5NTk4tLlayKikqTdVRKkiszMlPTFGyUqrKLFCqBQCmMWdpIAAAAA=='),
  (letter) => letter.charCodeAt(0),
);

/**
 * How servers misbehave, and what the caller sees of it on every runtime. To add a case add an entry: the steps of each
 * answer, and the outcome as far as it matters.
 */
export const WIRE_CASES: readonly WireCase[] = [
  // Successes.
  { name: 'an envelope', answers: [sayOk([1])], outcome: { result: 'ok', status: 200, payload: [1] } },
  {
    name: 'an envelope with a status of its own',
    call: 'create',
    answers: [sayJson(201, { success: true, payload: 1 })],
    outcome: { result: 'ok', status: 201, payload: 1 },
  },
  {
    name: 'an envelope with a message',
    answers: [sayJson(200, { success: true, payload: 1, message: 'Hi.' })],
    outcome: { result: 'ok', message: 'Hi.' },
  },
  { name: 'a null payload', answers: [sayOk(null)], outcome: { result: 'ok', payload: null } },
  {
    name: 'no payload where it may be missing',
    call: 'star',
    answers: [sayOk(undefined)],
    outcome: { result: 'ok', status: 200 },
  },
  {
    name: '204 where a payload may be missing',
    call: 'star',
    answers: [[head('204 No Content')]],
    outcome: { result: 'ok', status: 204 },
  },
  {
    name: '204 where nothing is due',
    call: 'clear',
    answers: [[head('204 No Content')]],
    outcome: { result: 'ok', status: 204 },
  },
  {
    name: '205 where nothing is due',
    call: 'clear',
    answers: [say(205)],
    outcome: { result: 'ok', status: 205 },
  },
  {
    name: 'an empty 200 where nothing is due',
    call: 'clear',
    answers: [say(200)],
    outcome: { result: 'ok', status: 200 },
  },
  {
    name: 'an envelope where nothing is due',
    call: 'clear',
    answers: [sayOk(undefined)],
    outcome: { result: 'ok', status: 200 },
  },
  {
    name: 'a plain body',
    call: 'check',
    answers: [sayJson(200, { status: 'ok' })],
    outcome: { result: 'ok', payload: { status: 'ok' } },
  },
  {
    name: 'a plain body that looks like a failure',
    call: 'check',
    answers: [sayJson(200, FAILURE)],
    outcome: { result: 'ok', payload: FAILURE },
  },
  {
    name: 'a plain null',
    call: 'check',
    answers: [sayJson(200, null)],
    outcome: { result: 'ok', payload: null },
  },

  // Successes as odd servers and proxies send them.
  {
    name: 'JSON as text/html',
    answers: [say(200, OK, 'content-type: text/html')],
    outcome: { result: 'ok', payload: [] },
  },
  { name: 'JSON without a content type', answers: [say(200, OK)], outcome: { result: 'ok', payload: [] } },
  {
    name: 'JSON under two content types',
    answers: [say(200, OK, 'content-type: text/plain', JSON_TYPE)],
    outcome: { result: 'ok', payload: [] },
  },
  {
    name: 'JSON after a byte order mark',
    answers: [say(200, `\ufeff${OK}`, JSON_TYPE)],
    outcome: { result: 'ok', payload: [] },
  },
  {
    name: 'JSON between blank lines',
    answers: [say(200, `\r\n${OK}\r\n\r\n`, JSON_TYPE)],
    outcome: { result: 'ok', payload: [] },
  },
  {
    name: 'JSON that says it is Latin-1',
    answers: [say(200, '{"success":true,"payload":"ü"}', `${JSON_TYPE}; charset=iso-8859-1`)],
    outcome: { result: 'ok', payload: 'ü' },
  },
  {
    name: 'bytes that are no UTF-8',
    answers: [[head('200 OK'), '{"success":true,"payload":"', bytes(0xff), '"}']],
    outcome: { result: 'ok', payload: '\ufffd' },
  },
  {
    name: 'a payload beside a __proto__ with another',
    answers: [say(200, '{"success":true,"payload":1,"__proto__":{"payload":2}}')],
    outcome: { result: 'ok', payload: 1 },
  },
  {
    name: 'eight million characters',
    answers: [sayOk('x'.repeat(8_000_000))],
    outcome: { result: 'ok', payload: '8000000 characters' },
  },
  {
    name: 'a body in chunks',
    answers: [
      [head('200 OK', 'transfer-encoding: chunked'), chunk(OK.slice(0, 9)), 5, chunk(OK.slice(9)), chunk()],
    ],
    outcome: { result: 'ok', payload: [] },
  },
  {
    name: 'a letter that two chunks share',
    answers: [
      [
        head('200 OK', 'transfer-encoding: chunked'),
        '1c\r\n{"success":true,"payload":"',
        bytes(0xc3),
        '\r\n',
        20,
        '3\r\n',
        bytes(0xbc),
        '"}\r\n',
        chunk(),
      ],
    ],
    outcome: { result: 'ok', payload: 'ü' },
  },
  {
    name: 'a body that ends with the connection',
    answers: [[head('200 OK'), OK]],
    outcome: { result: 'ok', payload: [] },
  },
  {
    name: 'a body under gzip',
    answers: [say(200, ZIPPED, JSON_TYPE, 'content-encoding: gzip')],
    outcome: { result: 'ok', payload: 'zip' },
  },
  {
    name: 'one byte every five milliseconds',
    answers: [[head('200 OK', `content-length: ${OK.length}`), ...[...OK].flatMap((letter) => [5, letter])]],
    outcome: { result: 'ok', payload: [] },
  },
  {
    name: 'a head that comes in pieces',
    answers: [['HTTP/1.', 20, head('200 OK').slice(7, 30), 20, head('200 OK').slice(30), OK]],
    outcome: { result: 'ok', payload: [] },
  },
  {
    name: 'early hints before the answer',
    answers: [['HTTP/1.1 103 Early Hints\r\nlink: </x>; rel=preload\r\n\r\n', 20, ...sayOk([])]],
    outcome: { result: 'ok', payload: [] },
  },
  {
    name: 'a status without a reason',
    answers: [[head('200', `content-length: ${OK.length}`), OK]],
    outcome: { result: 'ok', payload: [] },
  },
  {
    name: 'HTTP/1.0',
    answers: [[head('200 OK').replace('1.1', '1.0'), OK]],
    outcome: { result: 'ok', payload: [] },
  },
  {
    name: 'eighty headers',
    answers: [sayOk([], ...Array.from({ length: 80 }, (_, index) => `x-${index}: ${index}`))],
    outcome: { result: 'ok', payload: [] },
  },

  // Successes that are none.
  {
    name: '200 with HTML for an envelope',
    answers: [say(200, HTML)],
    outcome: { ...UNREADABLE, body: HTML },
  },
  {
    name: '200 with HTML for a plain body',
    call: 'check',
    answers: [say(200, HTML)],
    outcome: { ...UNREADABLE, body: HTML },
  },
  {
    name: '200 with HTML where nothing is due',
    call: 'clear',
    answers: [say(200, HTML)],
    outcome: { ...UNREADABLE, body: HTML },
  },
  {
    name: 'an envelope without its payload',
    answers: [sayOk(undefined)],
    outcome: { ...UNREADABLE, body: { success: true }, errors: [] },
  },
  { name: 'JSON that is no envelope', answers: [sayJson(200, [1])], outcome: { ...UNREADABLE, body: [1] } },
  { name: 'JSON that is null', answers: [sayJson(200, null)], outcome: { ...UNREADABLE, body: null } },
  { name: 'JSON that is a text', answers: [sayJson(200, 'ok')], outcome: { ...UNREADABLE, body: 'ok' } },
  { name: 'half an envelope', answers: [say(200, HALF)], outcome: { ...UNREADABLE, body: HALF } },
  { name: 'two envelopes', answers: [say(200, OK + OK)], outcome: { ...UNREADABLE, body: OK + OK } },
  { name: 'an empty 200 for an envelope', answers: [say(200)], outcome: { ...UNREADABLE, body: '' } },
  {
    name: 'an empty 200 for a plain body',
    call: 'check',
    answers: [say(200)],
    outcome: { ...UNREADABLE, body: '' },
  },
  {
    name: '204 where a payload is due',
    answers: [[head('204 No Content')]],
    outcome: { result: 'parse', status: 204, body: '' },
  },
  {
    name: 'an envelope that says neither yes nor no',
    answers: [sayJson(200, { success: 1, payload: 1 })],
    outcome: UNREADABLE,
  },
  {
    name: 'an envelope in the prototype',
    answers: [say(200, '{"__proto__":{"success":true,"payload":2}}')],
    outcome: UNREADABLE,
  },
  {
    name: 'a length that is too short',
    answers: [[head('200 OK', 'content-length: 20'), OK]],
    outcome: { ...UNREADABLE, body: OK.slice(0, 20) },
  },
  {
    name: 'what cannot be read, once',
    transport: { retries: 2 },
    answers: [say(200, HTML)],
    outcome: UNREADABLE,
  },

  // Failures in the service's language.
  {
    name: '400 with errors',
    call: 'create',
    answers: [sayJson(400, FAILURE)],
    outcome: { result: 'failure', status: 400, message: 'No.', errors: FAILURE.errors },
  },
  { name: '401', answers: [sayNo(401)], outcome: { result: 'failure', status: 401, message: 'No 401.' } },
  {
    name: '401 with a challenge that a browser would ask about',
    answers: [sayNo(401, 'www-authenticate: Bearer error="invalid_token"')],
    outcome: { result: 'failure', status: 401 },
  },
  {
    name: '404 of a plain body',
    call: 'check',
    answers: [sayNo(404)],
    outcome: { result: 'failure', status: 404 },
  },
  {
    name: '404 where nothing is due',
    call: 'clear',
    answers: [sayNo(404)],
    outcome: { result: 'failure', status: 404 },
  },
  { name: 'a failure without errors', answers: [sayNo(409)], outcome: { result: 'failure', errors: [] } },
  {
    name: 'a failure with errors that are no list',
    answers: [sayJson(409, { ...FAILURE, errors: { name: 'x' } })],
    outcome: { result: 'failure', errors: [] },
  },
  {
    name: 'a failure with status 200',
    answers: [sayJson(200, FAILURE)],
    outcome: { result: 'failure', status: 200, errors: FAILURE.errors },
  },
  {
    name: '500 with an envelope',
    call: 'create',
    answers: [sayNo(500)],
    outcome: { result: 'failure', status: 500 },
  },
  { name: '413', call: 'create', answers: [sayNo(413)], outcome: { result: 'failure', status: 413 } },
  { name: '499, which no list has', answers: [sayNo(499)], outcome: { result: 'failure', status: 499 } },

  // Failures of whoever stands between.
  {
    name: '502 with HTML',
    call: 'create',
    answers: [say(502, HTML)],
    outcome: {
      result: 'http',
      status: 502,
      body: HTML,
      errors: [],
      message: 'The server sent HTTP 502.',
    },
  },
  { name: '404 without a body', answers: [say(404)], outcome: { result: 'http', status: 404, body: '' } },
  {
    name: '422 with JSON of its own',
    call: 'create',
    answers: [sayJson(422, { errors: {} })],
    outcome: { result: 'http', body: { errors: {} }, errors: [] },
  },
  {
    name: 'a failure without a message',
    answers: [sayJson(400, { success: false })],
    outcome: { result: 'http', status: 400 },
  },
  { name: '404 with a JSON null', answers: [sayJson(404, null)], outcome: { result: 'http', body: null } },
  {
    name: 'a success under a failing status',
    answers: [sayJson(500, { success: true, payload: [] })],
    outcome: { result: 'http', status: 500 },
  },
  {
    name: '304 without a condition',
    answers: [[head('304 Not Modified')]],
    outcome: { result: 'http', status: 304 },
    except: [BUN_REDIRECT],
  },
  {
    name: '300 without a place',
    answers: [say(300)],
    outcome: { result: 'http', status: 300 },
    except: [BUN_REDIRECT],
  },
  {
    name: '302 without a place',
    answers: [say(302)],
    outcome: REDIRECTED,
    except: [
      {
        on: ['chromium'],
        because: 'what leads nowhere is no redirect to it',
        outcome: { result: 'http', status: 302, message: 'The server sent HTTP 302.' },
      },
    ],
  },
  {
    name: '407 of a proxy',
    answers: [say(407, HTML, 'proxy-authenticate: Basic')],
    outcome: NO_CONNECTION,
    except: [
      {
        on: ['bun', 'deno'],
        because: 'they pass on what the Fetch standard makes a network error',
        outcome: { result: 'http', status: 407, body: HTML },
      },
    ],
  },

  // Redirects.
  ...[301, 302, 303, 307, 308].map(
    (status): WireCase => ({
      name: `a redirect, which is not followed: ${status}`,
      transport: { retries: 2 },
      answers: [say(status, '', 'location: ?again'), sayOk([1])],
      outcome: REDIRECTED,
      except: [
        status === 301 || status === 308
          ? { ...CACHED_REDIRECT, outcome: { ...NO_CONNECTION, tries: 3 } }
          : { ...HIDDEN_REDIRECT, outcome: { result: 'ok', tries: 2 } },
      ],
    }),
  ),
  {
    name: 'a redirect of a POST with an idempotency key',
    call: 'create',
    options: { idempotencyKey: 'k', retries: 2 },
    answers: [say(307, '', 'location: ?again'), sayOk([1])],
    outcome: REDIRECTED,
    except: [{ ...HIDDEN_REDIRECT, outcome: { result: 'ok', tries: 2 } }],
  },
  {
    name: 'a redirect to what is no web page',
    answers: [say(302, '', 'location: gopher://localhost/')],
    outcome: REDIRECTED,
    except: [{ ...HIDDEN_REDIRECT, outcome: NO_CONNECTION }],
  },
  {
    name: 'a redirect that the caller reads',
    options: { init: { redirect: 'manual' }, retries: 2 },
    answers: [say(302, '', 'location: ?again'), sayOk([])],
    outcome: { result: 'http', status: 302 },
    except: [{ ...HIDDEN_REDIRECT, outcome: { result: 'http', status: 0 } }],
  },
  {
    name: 'a redirect to the answer, which the caller follows',
    options: { init: { redirect: 'follow' } },
    answers: [say(302, '', 'location: ?again'), sayOk([1])],
    outcome: { result: 'ok', payload: [1] },
  },
  {
    name: 'a redirect to a sign-in page, which the caller follows',
    options: { init: { redirect: 'follow' } },
    answers: [say(302, '', 'location: ?again'), say(200, HTML)],
    outcome: { ...UNREADABLE, body: HTML },
  },
  {
    name: 'a redirect that keeps the method and the body, which the caller follows',
    call: 'create',
    options: { init: { redirect: 'follow' } },
    answers: [say(307, '', 'location: ?again'), (request, body) => sayOk(`${request.slice(0, 4)} ${body}`)],
    outcome: { result: 'ok', payload: 'POST {"name":"n"}' },
  },
  {
    name: 'redirects without end, which the caller follows',
    options: { init: { redirect: 'follow' } },
    answers: [say(302, '', 'location: ?again')],
    outcome: NO_CONNECTION,
  },

  // Connections.
  { name: 'a reset', answers: [[RESET]], outcome: NO_CONNECTION },
  { name: 'an end without a word', answers: [[]], outcome: NO_CONNECTION },
  {
    name: 'a reset within the head',
    answers: [[head('200 OK').slice(0, 30), 20, RESET]],
    outcome: NO_CONNECTION,
  },
  { name: 'an end within the head', answers: [[head('200 OK').slice(0, 30)]], outcome: NO_CONNECTION },
  {
    name: 'a reset within the body',
    answers: [[head('200 OK', 'content-length: 100'), HALF, 50, RESET]],
    outcome: NO_CONNECTION,
  },
  {
    name: 'an end within the body',
    answers: [[head('200 OK', 'content-length: 100'), HALF]],
    outcome: NO_CONNECTION,
  },
  {
    name: 'a length that is too long for a whole envelope',
    answers: [[head('200 OK', 'content-length: 100'), OK]],
    outcome: NO_CONNECTION,
  },
  {
    name: 'an end within a chunk',
    answers: [[head('200 OK', 'transfer-encoding: chunked'), chunk(HALF).slice(0, 9)]],
    outcome: NO_CONNECTION,
    except: [{ ...NODE_20_CHUNKS, outcome: UNREADABLE }],
  },
  {
    name: 'an end before the last chunk',
    answers: [[head('200 OK', 'transfer-encoding: chunked'), chunk(OK)]],
    outcome: NO_CONNECTION,
    except: [{ ...NODE_20_CHUNKS, outcome: { result: 'ok', payload: [] } }],
  },
  {
    name: 'a chunk without a length',
    answers: [[head('200 OK', 'transfer-encoding: chunked'), `x\r\n${OK}\r\n`, chunk()]],
    outcome: NO_CONNECTION,
  },
  {
    name: 'two lengths',
    answers: [[head('200 OK', 'content-length: 29', 'content-length: 30'), OK]],
    outcome: NO_CONNECTION,
  },
  {
    name: 'a length that is no number',
    answers: [[head('200 OK', 'content-length: many'), OK]],
    outcome: NO_CONNECTION,
    except: [
      { on: ['bun'], because: 'it reads no length as zero', outcome: { ...UNREADABLE, body: '' } },
      { on: ['chromium'], because: 'it ignores the header', outcome: { result: 'ok', payload: [] } },
    ],
  },
  {
    name: 'what is not gzip under gzip',
    options: { timeout: 1000 },
    answers: [say(200, OK, 'content-encoding: gzip')],
    outcome: NO_CONNECTION,
    except: [LATE_DECODER],
  },
  {
    name: 'what is not gzip under gzip, some time after its head',
    options: { timeout: 1000 },
    answers: [say(200, OK, 'content-encoding: gzip').flatMap((step) => [step, 50])],
    outcome: NO_CONNECTION,
    except: [LATE_DECODER],
  },
  {
    name: 'half of what is under gzip',
    answers: [say(200, ZIPPED.slice(0, 30), 'content-encoding: gzip')],
    outcome: UNREADABLE,
    except: [
      {
        on: ['bun', 'deno'],
        because: 'they miss the end, where others give what there is',
        outcome: NO_CONNECTION,
      },
    ],
  },
  { name: 'what is not HTTP', answers: [['SSH-2.0-OpenSSH_9.6\r\n']], outcome: NO_CONNECTION },
  {
    name: 'TLS where none was asked for',
    answers: [[bytes(0x15, 3, 1, 0, 2, 2, 0x28)]],
    outcome: NO_CONNECTION,
  },
  {
    name: 'a status of two digits',
    answers: [[head('20 OK'), OK]],
    outcome: NO_CONNECTION,
    except: [{ ...CHROMIUM_STATUS, outcome: { result: 'http', status: 20 } }],
  },
  {
    name: 'a status of a thousand',
    answers: [[head('1000 OK'), OK]],
    outcome: NO_CONNECTION,
    except: [{ ...CHROMIUM_STATUS, outcome: { result: 'http', status: 1000 } }],
  },
  {
    name: 'another protocol after all',
    answers: [[head('101 Switching Protocols'), OK]],
    outcome: NO_CONNECTION,
    except: [{ on: ['deno'], because: 'it passes the switch on', outcome: { result: 'http', status: 101 } }],
  },
  {
    name: 'a reset POST, once',
    call: 'create',
    transport: { retries: 2 },
    answers: [[RESET]],
    outcome: NO_CONNECTION,
  },

  // Time.
  { name: 'silence', options: { timeout: 150 }, answers: [[HOLD]], outcome: TIMEOUT },
  { name: 'half a head', options: { timeout: 150 }, answers: [['HTTP/1.1 200', HOLD]], outcome: TIMEOUT },
  {
    name: 'a body that stalls',
    options: { timeout: 150 },
    answers: [[head('200 OK', 'content-length: 100'), HALF, HOLD]],
    outcome: TIMEOUT,
  },
  {
    name: 'a body that drips too slowly',
    options: { timeout: 150 },
    answers: [[head('200 OK'), ...[...OK].flatMap((letter) => [20, letter]), HOLD]],
    outcome: TIMEOUT,
  },
  {
    name: 'a body in chunks that never ends',
    options: { timeout: 150 },
    answers: [[head('200 OK', 'transfer-encoding: chunked'), chunk(OK), HOLD]],
    outcome: TIMEOUT,
  },
  {
    name: 'a silent POST, once',
    call: 'create',
    options: { timeout: 150, retries: 2 },
    answers: [[HOLD]],
    outcome: TIMEOUT,
  },
  {
    name: 'silence until the deadline',
    options: { deadline: 150, retries: 2 },
    answers: [[HOLD]],
    outcome: TIMEOUT,
  },
  {
    name: 'an abort before the call',
    abortAfter: 0,
    answers: [sayOk([])],
    outcome: { ...ABORTED, tries: 0 },
  },
  { name: 'an abort in silence', abortAfter: 100, answers: [[HOLD]], outcome: { ...ABORTED, errors: [] } },
  {
    name: 'an abort within the body',
    abortAfter: 150,
    answers: [[head('200 OK', 'content-length: 100'), HALF, HOLD]],
    outcome: ABORTED,
  },
  {
    name: 'an abort before the next try',
    abortAfter: 150,
    transport: { retries: 2 },
    answers: [sayNo(503, 'retry-after: 9')],
    outcome: ABORTED,
  },

  // Tries.
  {
    name: 'a reset, then an answer',
    transport: { retries: 2 },
    answers: [[RESET], sayOk([])],
    outcome: { result: 'ok', tries: 2 },
  },
  {
    name: 'half a body, then an answer',
    transport: { retries: 2 },
    answers: [[head('200 OK', 'content-length: 100'), HALF], sayOk([])],
    outcome: { result: 'ok', tries: 2 },
  },
  {
    name: 'silence, then an answer',
    options: { timeout: 1000, retries: 2 },
    answers: [[HOLD], sayOk([])],
    outcome: { result: 'ok', tries: 2 },
  },
  {
    name: 'a reset that an idempotency key makes safe',
    call: 'create',
    options: { idempotencyKey: 'k', retries: 2 },
    answers: [[RESET], (request) => sayOk(/^idempotency-key: *(.*)$/im.exec(request)?.[1])],
    outcome: { result: 'ok', payload: 'k', tries: 2 },
  },
  {
    name: 'a connection that ends under the second call',
    options: { init: { keepalive: true }, retries: 2 },
    answers: [sayKept(503), [], sayOk([])],
    outcome: { result: 'ok', tries: 3 },
    except: [
      {
        on: ['bun', 'deno', 'chromium'],
        because: 'they may send a GET again themselves when a kept connection ended',
        outcome: { result: 'ok', tries: 'any' },
      },
    ],
  },
  {
    name: '503 of a PUT',
    call: 'replace',
    transport: { retries: 2 },
    answers: [sayNo(503, AT_ONCE), sayJson(200, {})],
    outcome: { result: 'ok', tries: 2 },
  },
  {
    name: '500 of a DELETE',
    call: 'clear',
    transport: { retries: 2 },
    answers: [sayNo(500, AT_ONCE), [head('204 No Content')]],
    outcome: { result: 'ok', tries: 2 },
  },
  {
    name: '502 of a POST, once',
    call: 'create',
    transport: { retries: 2 },
    answers: [say(502, HTML, AT_ONCE)],
    outcome: { result: 'http', status: 502 },
  },
  {
    name: '503 of a POST with Retry-After',
    call: 'create',
    transport: { retries: 2 },
    answers: [sayNo(503, AT_ONCE), sayOk([])],
    outcome: { result: 'ok', tries: 2 },
  },
  {
    name: '503 of a POST without Retry-After, once',
    call: 'create',
    transport: { retries: 2 },
    answers: [sayNo(503)],
    outcome: { result: 'failure', status: 503 },
  },
  {
    name: '429 of a POST',
    call: 'create',
    transport: { retries: 2 },
    answers: [sayNo(429, AT_ONCE)],
    outcome: { result: 'failure', status: 429, tries: 3 },
  },
  {
    name: 'Retry-After as a date gone by',
    call: 'create',
    transport: { retries: 2 },
    answers: [sayNo(503, 'retry-after: Wed, 21 Oct 2015 07:28:00 GMT'), sayOk([])],
    outcome: { result: 'ok', tries: 2 },
  },
  {
    name: 'Retry-After as a date far away',
    transport: { retries: 2 },
    answers: [sayNo(503, 'retry-after: Fri, 31 Dec 2100 23:59:59 GMT'), sayOk([])],
    outcome: { result: 'failure', status: 503 },
  },
  {
    name: 'Retry-After over a minute',
    transport: { retries: 2 },
    answers: [sayNo(429, 'retry-after: 61'), sayOk([])],
    outcome: { result: 'failure', status: 429 },
  },
  ...['-1', '1.5', '10 s', 'soon', '0x1', '2015-10-21', 'soon, 1', 'Wed Oct 21 2015'].map(
    (value): WireCase => ({
      name: `Retry-After that says nothing: ${value}`,
      call: 'create',
      transport: { retries: 2 },
      answers: [sayNo(503, `retry-after: ${value}`), sayOk([])],
      outcome: { result: 'failure', status: 503 },
    }),
  ),
  {
    name: 'Retry-After twice',
    call: 'create',
    transport: { retries: 2 },
    answers: [sayNo(503, AT_ONCE, AT_ONCE), sayOk([])],
    outcome: { result: 'ok', tries: 2 },
  },
  {
    name: 'two Retry-After in one, of which the first counts',
    call: 'create',
    transport: { retries: 2 },
    answers: [sayNo(503, `${AT_ONCE}, 70`), sayOk([])],
    outcome: { result: 'ok', tries: 2 },
  },
  {
    name: 'a wait that the deadline does not hold',
    options: { deadline: 5000, retries: 2 },
    answers: [sayNo(429, 'retry-after: 9'), sayOk([])],
    outcome: { result: 'failure', status: 429 },
  },

  // Credentials.
  {
    name: 'an old key that is renewed',
    canRefresh: true,
    answers: [sayNo(401), (request) => sayOk(/^authorization: *(.*)$/im.exec(request)?.[1])],
    outcome: { result: 'ok', payload: 'Bearer new', tries: 2 },
  },
  {
    name: 'a new key that is refused too',
    canRefresh: true,
    answers: [sayNo(401)],
    outcome: { result: 'failure', status: 401, tries: 2 },
  },
  {
    name: 'a page for signing in instead of 401',
    canRefresh: true,
    answers: [say(200, HTML)],
    outcome: UNREADABLE,
  },
];

/** A failure after which the connection stays open. */
function sayKept(status: number): readonly Step[] {
  const body = JSON.stringify({ success: false, message: 'No.' });
  return [
    head(`${status} No`, `content-length: ${body.length}`, 'connection: keep-alive', AT_ONCE),
    body,
    KEEP,
  ];
}
