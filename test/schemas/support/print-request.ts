import type { Carrier, ConstructName } from '../constructs.js';
import { toPairs } from './texts.js';

export interface PrintedRequest {
  /** After the prefix. */
  readonly path: string;
  readonly init: RequestInit;
}

/** The request that sends a value of a construct as its description says; undefined when no URL can say it. */
export function printRequest(
  carrier: Carrier,
  name: ConstructName,
  value: unknown,
): PrintedRequest | undefined {
  const path = printPath(carrier, name, value);
  return path === undefined ? undefined : { path, init: printBody(carrier, value) };
}

function printPath(carrier: Carrier, name: ConstructName, value: unknown): string | undefined {
  if (carrier === 'body') return `/body/${name}`;
  if (carrier === 'query') {
    const pairs = toPairs(value, 'value');
    return pairs && `/query/${name}?${pairs.map((pair) => pair.map(encodeURIComponent).join('=')).join('&')}`;
  }
  const isScalar = value !== undefined && (typeof value !== 'object' || value === null);
  return isScalar && !/^\.{0,2}$/.test(String(value))
    ? `/path/${name}/${encodeURIComponent(String(value))}`
    : undefined;
}

function printBody(carrier: Carrier, value: unknown): RequestInit {
  if (carrier !== 'body') return {};
  return { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ value }) };
}
