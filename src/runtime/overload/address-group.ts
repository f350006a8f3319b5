import { isIPv4 } from 'node:net';
import { readCounterAddress } from '../../keys/counter-address.js';
import { listNetworks } from '../request/address.js';

/**
 * The items of one address, of a network and its addresses, or, at the root, of all addresses. An IPv6 address counts
 * by its /64, which is in a /56, which is in a /48.
 */
export class AddressGroup<Item extends { bytes: number }> {
  /** The address or network, as counters name it. */
  readonly address: string;
  /** Oldest first. */
  readonly items = new Set<Item>();
  /** The bytes of all items. */
  bytes = 0;
  private readonly parent: AddressGroup<Item> | undefined;
  private readonly children = new Map<string, AddressGroup<Item>>();

  constructor(address = '', parent?: AddressGroup<Item>) {
    this.address = address;
    this.parent = parent;
  }

  /** Returns the group of an address within this group; empty if it has no items. */
  find(address: string): AddressGroup<Item> {
    const counterAddress = readCounterAddress(address);
    const networks = isIPv4(counterAddress) ? [] : listNetworks(counterAddress).toReversed();
    let group: AddressGroup<Item> = this;
    for (const name of [...networks, counterAddress])
      group = group.children.get(name) ?? new AddressGroup(name, group);
    return group;
  }

  add(item: Item): void {
    this.items.add(item);
    this.bytes += item.bytes;
    this.parent?.children.set(this.address, this);
    this.parent?.add(item);
  }

  remove(item: Item): void {
    this.items.delete(item);
    this.bytes -= item.bytes;
    if (this.items.size === 0) this.parent?.children.delete(this.address);
    this.parent?.remove(item);
  }

  resize(item: Item, bytes: number): void {
    const difference = bytes - item.bytes;
    item.bytes = bytes;
    for (let group: AddressGroup<Item> | undefined = this; group; group = group.parent)
      group.bytes += difference;
  }

  /**
   * Descends to the address with most of the narrowest network with most, and so on up to the widest. In a tie, prefers
   * the group that contains `own`.
   */
  findLargest(by: 'items' | 'bytes', own?: AddressGroup<Item>): AddressGroup<Item> {
    const measure = ({ items, bytes }: AddressGroup<Item>) => (by === 'items' ? items.size : bytes);
    let largest: AddressGroup<Item> | undefined;
    for (const group of this.children.values()) {
      const difference = largest ? measure(group) - measure(largest) : 1;
      if (difference > 0 || (difference === 0 && own?.isIn(group))) largest = group;
    }
    return largest?.findLargest(by, own) ?? this;
  }

  private isIn(group: AddressGroup<Item>): boolean {
    return this === group || (this.parent?.isIn(group) ?? false);
  }
}
