import { match, ok, strictEqual } from 'node:assert/strict';
import { openConnection, parseAnswer, readStatus } from './connection.js';
import type { ServerProcess } from './server-process.js';
import { printPost, printRequest } from './workloads.js';

/** What every contender has to refuse, or to do, beside the workloads: what one leaves out it need not pay for. */
interface Guard {
  readonly name: string;
  printRequest(key: string): string;
  /** Throws when the answer is not what every contender has to say. */
  check(answer: Buffer): void;
}

const DRAFT = JSON.stringify({ name: 'A new item', price: 1 });
const TOO_LARGE = JSON.stringify({ name: 'x'.repeat(1_048_576), price: 1 });

const GUARDS: readonly Guard[] = [
  refuses('who has no key', 401, () => printRequest('GET /api/items', [])),
  refuses('who has another key', 401, () =>
    printRequest('GET /api/items', [`Authorization: Bearer pgk_${'0'.repeat(46)}`]),
  ),
  refuses('who has another scheme', 401, (key) =>
    printRequest('GET /api/items', [`Authorization: Basic ${key}`]),
  ),
  refuses('who posts without a key', 401, () => printPost('none', DRAFT)),
  refuses('a body that is too large', 413, (key) => printPost(key, TOO_LARGE)),
  refuses('a body that is no JSON', 400, (key) => printPost(key, DRAFT.slice(1))),
  refuses('a body that is no object', 400, (key) => printPost(key, '[]')),
  refuses('a parameter that is no number', 400, (key) =>
    printRequest('GET /api/items?limit=many', [`Authorization: Bearer ${key}`]),
  ),
  refuses('a parameter that is too large', 400, (key) =>
    printRequest('GET /api/items?limit=101', [`Authorization: Bearer ${key}`]),
  ),
  {
    name: 'gives back the id that a request brought along',
    printRequest: () => printRequest('GET /api/health', ['X-Request-Id: mine-1']),
    check: (answer) => strictEqual(parseAnswer(answer).headers['x-request-id'], 'mine-1'),
  },
  {
    name: 'gives a request whose id is not harmless another',
    printRequest: () => printRequest('GET /api/health', [`X-Request-Id: ${'x'.repeat(65)}`]),
    check: (answer) => match(parseAnswer(answer).headers['x-request-id'] ?? '', /^[0-9a-f-]{36}$/),
  },
  {
    name: 'counts the calls of who calls, and says how many are left',
    printRequest: (key) => printRequest('GET /api/items', [`Authorization: Bearer ${key}`]),
    check(answer) {
      const { headers } = parseAnswer(answer);
      strictEqual(headers['ratelimit-policy'], '"QUERY";q=100000000;w=60');
      match(headers.ratelimit ?? '', /^"QUERY";r=999\d{5};t=\d{1,2}$/);
      ok(Number(headers['x-ratelimit-remaining']) < Number(headers['x-ratelimit-limit']));
    },
  },
];

function refuses(what: string, status: number, printRequest: Guard['printRequest']): Guard {
  return {
    name: `refuses ${what}`,
    printRequest,
    check: (answer) => strictEqual(readStatus(answer), status),
  };
}

/** Rejects with what a contender does not do that all of them have to. */
export async function checkGuards({ name, port }: ServerProcess, key: string): Promise<void> {
  for (const guard of GUARDS) {
    const connection = await openConnection(port);
    try {
      guard.check(await connection.ask(guard.printRequest(key)));
    } catch (cause) {
      throw new Error(`Of ${name} it is not so that it ${guard.name}.`, { cause });
    } finally {
      connection.close();
    }
  }
}
