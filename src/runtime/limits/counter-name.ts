import { listNetworks } from '../request/address.js';

/**
 * What a counter counts, which decides when it is evicted: a user, an address, an IPv6 network of 64 or 56 bits, a
 * network of the maximum width (/48, or /24 for IPv4), or all callers without room for their own.
 */
export type CounterKind = 'user' | 'address' | 'subnet64' | 'subnet56' | 'network' | 'shared';

/** The prefix that koa-ratelimit adds to a counter's name. */
export const NAMESPACE = 'calls';

/** `calls:QUERY:items.list:user:alice`, `calls:REFUSED:address:2001:db8:0:1::/64`. */
const NAME = /^(calls:(?:REFUSED|[^:]+:[^:]+):)(user|address):(.*)$/s;
const SHARED = /^calls:[^:]+:[^:]+:(?:users|addresses)$/;

export function readKind(name: string): CounterKind {
  const [, , kind, address = ''] = NAME.exec(name) ?? [];
  if (kind !== 'address') return SHARED.test(name) ? 'shared' : 'user';
  const [, bits] = /\/(\d+)$/.exec(address) ?? [];
  if (bits === '64') return 'subnet64';
  if (bits === '56') return 'subnet56';
  return bits === undefined ? 'address' : 'network';
}

/** Lists the counters of the networks that contain the counter's address, narrowest first; none for a user. */
export function listWiderNames(name: string): readonly string[] {
  const [, scope, kind, address = ''] = NAME.exec(name) ?? [];
  if (kind !== 'address') return [];
  return listNetworks(address).map((network) => `${scope}address:${network}`);
}

/** Returns the counter shared by callers without room for their own; null for refusals, which are never shared. */
export function nameShared(name: string): string | null {
  const [, scope = `${NAMESPACE}:other:other:`, kind = 'user'] = NAME.exec(name) ?? [];
  if (scope === `${NAMESPACE}:REFUSED:`) return null;
  return `${scope}${kind === 'user' ? 'users' : 'addresses'}`;
}
