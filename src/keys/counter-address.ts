import { isIP } from 'node:net';

/**
 * Returns the name of a caller's address in counters: an IPv4 address, or the /64 network of an IPv6 address, since its
 * owner has all of that. Anything else, such as the peer of a Unix socket, is returned unchanged.
 */
export function readCounterAddress(address: string): string {
  const bare = unwrapAddress(address);
  return isIP(bare) === 6 ? `${expand(bare).slice(0, 4).join(':')}::/64` : bare;
}

/** Normalizes an address: drops the zone, and unwraps an IPv4-mapped IPv6 address. */
export function unwrapAddress(address: string): string {
  if (!address.includes(':')) return address;
  const zoneless = address.split('%', 1)[0] as string;
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(zoneless)?.[1] ?? zoneless;
}

/** Expands an IPv6 address to its groups, without leading zeros; a dotted tail counts as one group. */
function expand(address: string): readonly string[] {
  const [head = '', tail] = address.toLowerCase().split('::', 2);
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const missing = tail === undefined ? 0 : 8 - before.length - after.length;
  const groups = [...before, ...Array.from({ length: Math.max(0, missing) }, () => '0'), ...after];
  return groups.map((group) => group.replace(/^0+(?=.)/, ''));
}
