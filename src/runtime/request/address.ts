import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';

/** The caller's address; an IPv4 address in IPv6 clothing is unwrapped. */
export function readAddress(req: IncomingMessage): string {
  return unwrap(req.socket.remoteAddress ?? '');
}

/** What a counter knows a caller by: an IPv4 address, or the /64 network that an IPv6 address belongs to. */
export function readCounterAddress(address: string): string {
  const bare = unwrap(address);
  return isIPv6(bare) ? `${expand(bare).slice(0, 4).join(':')}::/64` : bare;
}

function unwrap(address: string): string {
  const zoneless = address.split('%', 1)[0] as string;
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(zoneless)?.[1] ?? zoneless;
}

/** The eight groups of an IPv6 address, without leading zeros. */
function expand(address: string): readonly string[] {
  const [head = '', tail] = address.toLowerCase().split('::', 2);
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const missing = tail === undefined ? 0 : 8 - before.length - after.length;
  const groups = [...before, ...Array.from({ length: Math.max(0, missing) }, () => '0'), ...after];
  return groups.map((group) => group.replace(/^0+(?=.)/, ''));
}
