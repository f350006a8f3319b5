import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import { listItems } from '../service/app/items.mjs';

export interface OutsideRequest {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly isProtected: boolean;
  /** JSON, for POST. */
  readonly body?: string;
  readonly status: number;
  /** Throws when an answer with this status and body means something else than it has to. */
  check(body: unknown): void;
}

const NEW_ITEM = { name: 'A new item', price: 12.5, tags: ['new', 'bench'] };

export const REQUESTS: readonly OutsideRequest[] = [
  {
    name: 'health',
    method: 'GET',
    path: '/api/health',
    isProtected: false,
    status: 200,
    check(body) {
      const { timestamp, ...rest } = body as { timestamp: string };
      deepStrictEqual(rest, { status: 'ok' });
      checkRecent(timestamp);
    },
  },
  {
    name: 'list',
    method: 'GET',
    path: '/api/items?limit=20',
    isProtected: true,
    status: 200,
    check(body) {
      const payload = listItems(20).map(({ purchasePrice: _, ...item }) => item);
      deepStrictEqual(body, JSON.parse(JSON.stringify({ success: true, payload })));
    },
  },
  {
    name: 'create',
    method: 'POST',
    path: '/api/items',
    isProtected: true,
    body: JSON.stringify(NEW_ITEM),
    status: 201,
    check(body) {
      const { success, payload } = body as { success: true; payload: Record<string, string> };
      const { id = '', createdAt = '', ...rest } = payload;
      deepStrictEqual({ success, rest }, { success: true, rest: NEW_ITEM });
      match(id, /^[0-9a-f-]{36}$/);
      checkRecent(createdAt);
    },
  },
  {
    name: 'invalid',
    method: 'POST',
    path: '/api/items',
    isProtected: true,
    // One error, because fastify as it comes reports only the first.
    body: JSON.stringify({ ...NEW_ITEM, name: '' }),
    status: 400,
    check(body) {
      // Each server words it its own way, but all name the field and the shortest length.
      match(JSON.stringify(body), /name.*\b1 characters/s);
    },
  },
];

function checkRecent(timestamp: string): void {
  strictEqual(new Date(timestamp).toISOString(), timestamp);
  ok(Math.abs(Date.now() - Date.parse(timestamp)) < 60_000);
}

/** The headers of a request, the same for every server. */
export function listHeaders({ isProtected, body }: OutsideRequest, key: string): Record<string, string> {
  return {
    ...(isProtected && { Authorization: `Bearer ${key}` }),
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
  };
}

/**
 * Asks for every answer once, without a key where one is required, and on the last of the further routes. Rejects at the
 * first wrong one.
 */
export async function checkAnswers(origin: string, key: string, otherRoutes: number): Promise<void> {
  const other = await fetch(`${origin}/api/others/n${Math.max(1, otherRoutes - 1)}/x`);
  strictEqual(other.status, otherRoutes > 0 ? 200 : 404, 'a further route');
  if (otherRoutes > 0) deepStrictEqual(await other.json(), { id: 'x' });
  else await other.text();
  for (const request of REQUESTS) {
    const { name, method, path, isProtected, body = null, status, check } = request;
    const ask = (headers: Record<string, string>) => fetch(`${origin}${path}`, { method, headers, body });
    const answer = await ask(listHeaders(request, key));
    strictEqual(answer.status, status, name);
    check(await answer.json());
    if (!isProtected) continue;
    const refusal = await ask(listHeaders({ ...request, isProtected: false }, key));
    strictEqual(refusal.status, 401, `${name} without a key`);
    await refusal.text();
  }
}
