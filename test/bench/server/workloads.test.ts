import { describe, expect, it } from 'vitest';
import { listItems } from '../service/app/items.mjs';
import { type Answer, parseAnswer } from './connection.js';
import { WORKLOADS } from './workloads.js';

const HEADERS = {
  date: 'Sun, 22 Nov 2026 00:00:00 GMT',
  connection: 'keep-alive',
  'keep-alive': 'timeout=5',
  'content-length': '2',
  'x-request-id': '00000000-0000-4000-8000-000000000000',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
  'content-type': 'application/json; charset=utf-8',
  'ratelimit-policy': '"QUERY";q=1;w=60',
  ratelimit: '"QUERY";r=1;t=60',
  'x-ratelimit-limit': '1',
  'x-ratelimit-remaining': '1',
  'x-ratelimit-reset': '1',
};

const { ratelimit: _, ...UNLIMITED_HEADERS } = HEADERS;

function listAnswer(changes: Partial<Answer> = {}): Answer {
  const payload = listItems(20).map(({ purchasePrice: _, ...item }) => item);
  return {
    status: 200,
    headers: HEADERS,
    body: JSON.parse(JSON.stringify({ success: true, payload })),
    ...changes,
  };
}

function check(answer: Answer): void {
  WORKLOADS.find(({ name }) => name === 'list of 20')?.check(answer);
}

describe('An answer under load', () => {
  it('is taken when it is as it should be', () => {
    expect(() => check(listAnswer())).not.toThrow();
  });

  it.each<[string, Partial<Answer>]>([
    ['has another status', { status: 201 }],
    ['lacks a header that others pay for', { headers: UNLIMITED_HEADERS }],
    ['keeps its connection for longer', { headers: { ...HEADERS, 'keep-alive': 'timeout=72' } }],
    ['closes its connection', { headers: { ...HEADERS, connection: 'close' } }],
    ['lets an undeclared field out', { body: { success: true, payload: listItems(20) } }],
    ['is short of an item', { body: { success: true, payload: [] } }],
  ])('is refused when it %s', (_fault, changes) => {
    expect(() => check(listAnswer(changes))).toThrow();
  });

  it('is read from its bytes', () => {
    const bytes = Buffer.from('HTTP/1.1 201 Created\r\nX-One: a: b\r\nContent-Length: 2\r\n\r\n{}');
    expect(parseAnswer(bytes)).toEqual({
      status: 201,
      headers: { 'x-one': 'a: b', 'content-length': '2' },
      body: {},
    });
  });
});
