import { BlockList, isIP } from 'node:net';
import { unwrapAddress } from './address.js';

/** Whether a text is an address or a CIDR block. */
export function isAddressBlock(text: string): boolean {
  const { address, bits } = parseBlock(text);
  return isIP(address) !== 0 && bits <= widthOf(address);
}

/** Tells whether an address is among these addresses and CIDR blocks. What is no address never is. */
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
