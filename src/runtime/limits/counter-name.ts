import { listNetworks } from '../request/address.js';

/**
 * Whom a counter is for, which decides when it makes room for others: a user, an address, an IPv6 network of 64 or 56
 * bits, a network that is as wide as they get (/48, or /24 of IPv4), or all who found no room.
 */
export type CounterKind = 'user' | 'address' | 'subnet64' | 'subnet56' | 'network' | 'shared';

/** What koa-ratelimit puts before a counter's name. */
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

/** The counters of the networks that the counter's address belongs to, the narrowest first; none for a user. */
export function listWiderNames(name: string): readonly string[] {
  const [, scope, kind, address = ''] = NAME.exec(name) ?? [];
  if (kind !== 'address') return [];
  return listNetworks(address).map((network) => `${scope}address:${network}`);
}

/** The counter that all share who find no room for one of their own; null for refusals, which nobody shares. */
export function nameShared(name: string): string | null {
  const [, scope = `${NAMESPACE}:other:other:`, kind = 'user'] = NAME.exec(name) ?? [];
  if (scope === `${NAMESPACE}:REFUSED:`) return null;
  return `${scope}${kind === 'user' ? 'users' : 'addresses'}`;
}
