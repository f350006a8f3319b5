import { BlockList, isIP, isIPv4, isIPv6, SocketAddress } from 'node:net';
import { unwrapAddress } from '../../keys/counter-address.js';

/**
 * Parses an address in a proxy's header to its canonical form, without a port (`192.0.2.1:80`, `[2001:db8::1]:80`).
 * Returns undefined for anything else, such as `unknown`.
 */
export function parseAddress(text: string): string | undefined {
  const bare = /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? /^([^:]*):\d+$/.exec(text)?.[1] ?? text;
  if (isIPv4(bare)) return bare;
  if (!isIPv6(bare)) return undefined;
  const zoneless = bare.split('%', 1)[0] as string;
  return unwrapAddress(new SocketAddress({ address: zoneless, family: 'ipv6' }).address);
}

/**
 * Lists the networks that contain a counter's address or network, narrowest first: /56 and /48 for an IPv6 /64, /24 for
 * an IPv4 address. None for anything else.
 */
export function listNetworks(counterAddress: string): readonly string[] {
  if (isIPv4(counterAddress)) return [`${counterAddress.replace(/\d+$/, '0')}/24`];
  const [, site = '', subnet = '', bits = ''] =
    /^([\da-f]+:[\da-f]+:[\da-f]+):(?:([\da-f]+):)?:\/(64|56)$/.exec(counterAddress) ?? [];
  if (bits === '') return [];
  const around48 = `${site}::/48`;
  if (bits === '56') return [around48];
  return [`${site}:${(Number.parseInt(subnet, 16) & 0xff00).toString(16)}::/56`, around48];
}

/** Whether a text is an address or a CIDR block. */
export function isAddressBlock(text: string): boolean {
  const { address, bits } = parseBlock(text);
  return isIP(address) !== 0 && bits <= widthOf(address);
}

/** Prepares the check whether an address is in these addresses and CIDR blocks. False for anything but an address. */
export function createAddressList(blocks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const block of blocks) {
    const { address, bits } = parseBlock(block);
    list.addSubnet(address, bits, familyOf(address));
  }
  return (address) => {
    const bare = unwrapAddress(address);
    return isIP(bare) !== 0 && list.check(bare, familyOf(bare));
  };
}

function parseBlock(text: string): { readonly address: string; readonly bits: number } {
  const [, address = '', prefix] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  return { address, bits: Number(prefix ?? widthOf(address)) };
}

function widthOf(address: string): number {
  return familyOf(address) === 'ipv4' ? 32 : 128;
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return address.includes(':') ? 'ipv6' : 'ipv4';
}
