import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import { listItems } from '../service/app/items.mjs';
import type { Answer } from './connection.js';

export interface Workload {
  readonly name: string;
  readonly status: number;
  /** The bytes of the request of who has this key. */
  printRequest(key: string): string;
  /** Throws when the answer is not what every contender has to say. */
  check(answer: Answer): void;
}

export const WORKLOADS: readonly Workload[] = [
  {
    name: 'health',
    status: 200,
    printRequest: () => printRequest('GET /api/health', []),
    check(answer) {
      checkHead(answer, 200, []);
      const { timestamp, ...rest } = answer.body as { timestamp: string };
      deepStrictEqual(rest, { status: 'ok' });
      checkRecent(timestamp);
    },
  },
  {
    name: 'list of 20',
    status: 200,
    printRequest: (key) => printRequest('GET /api/items?limit=20', [authorize(key)]),
    check(answer) {
      checkHead(answer, 200, LIMIT_HEADERS);
      const payload = listItems(20).map(({ purchasePrice: _, ...item }) => item);
      deepStrictEqual(answer.body, JSON.parse(JSON.stringify({ success: true, payload })));
    },
  },
  {
    name: 'create',
    status: 201,
    printRequest: (key) => printPost(key, JSON.stringify(DRAFT)),
    check(answer) {
      checkHead(answer, 201, LIMIT_HEADERS);
      const { success, payload } = answer.body as { success: true; payload: Record<string, string> };
      const { id = '', createdAt = '', ...rest } = payload;
      deepStrictEqual({ success, rest }, { success: true, rest: DRAFT });
      match(id, /^[0-9a-f-]{36}$/);
      checkRecent(createdAt);
    },
  },
  {
    name: 'invalid create',
    status: 400,
    printRequest: (key) => printPost(key, JSON.stringify({ name: '', price: '7', tags: ['a', 3] })),
    check(answer) {
      checkHead(answer, 400, LIMIT_HEADERS);
      const { errors, ...rest } = answer.body as { errors: { path: string[]; message: string }[] };
      deepStrictEqual(rest, { success: false, message: 'The input is invalid.' });
      // In words of each one's own.
      deepStrictEqual(
        errors.map(({ path }) => path),
        [['name'], ['price'], ['tags', '1']],
      );
      ok(errors.every(({ message }) => message.length > 0));
    },
  },
];

const DRAFT = { name: 'A new item', price: 12.5, tags: ['new', 'bench'] };

/** The bytes of a request that creates an item of a body. */
export function printPost(key: string, text: string): string {
  const headers = ['Content-Type: application/json', `Content-Length: ${text.length}`];
  return printRequest('POST /api/items', [authorize(key), ...headers], text);
}

function authorize(key: string): string {
  return `Authorization: Bearer ${key}`;
}

/** The bytes of a request, as an ordinary client sends it. */
export function printRequest(line: string, headers: readonly string[], body = ''): string {
  const always = ['Host: 127.0.0.1', 'Accept: application/json', 'User-Agent: bench'];
  return [`${line} HTTP/1.1`, ...always, ...headers, '', body].join('\r\n');
}

const LIMIT_HEADERS = [
  'ratelimit',
  'ratelimit-policy',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
];

/** The same headers from everyone: what one leaves out it need not pay for. */
function checkHead({ status, headers }: Answer, expected: number, more: readonly string[]): void {
  strictEqual(status, expected);
  const { date, connection, 'content-length': length = '', 'x-request-id': id = '', ...rest } = headers;
  ok(date);
  strictEqual(connection, 'keep-alive');
  match(length, /^\d+$/);
  match(id, /^[0-9a-f-]{36}$/);
  const names = Object.keys(rest).filter((name) => !Object.hasOwn(FIXED_HEADERS, name));
  deepStrictEqual(names.sort(), more);
  for (const [name, value] of Object.entries(FIXED_HEADERS)) strictEqual(rest[name], value);
}

const FIXED_HEADERS = {
  'keep-alive': 'timeout=5',
  'cache-control': 'no-store',
  'content-type': 'application/json; charset=utf-8',
  'x-content-type-options': 'nosniff',
};

function checkRecent(timestamp: string): void {
  strictEqual(new Date(timestamp).toISOString(), timestamp);
  ok(Math.abs(Date.now() - Date.parse(timestamp)) < 60_000);
}
