import { isIPv4 } from 'node:net';
import { listNetworks, readCounterAddress } from '../request/address.js';

/**
 * Bodies on their way from one address, from a network with the addresses in it, or, at the top, from everybody. An
 * IPv6 address counts by its /64, which is in a /56, which is in a /48.
 */
export class BodyGroup<Body> {
  /** The oldest first. */
  readonly bodies = new Set<Body>();
  /** What has arrived of them. */
  bytes = 0;
  private readonly name: string;
  private readonly parent: BodyGroup<Body> | undefined;
  private readonly inner = new Map<string, BodyGroup<Body>>();

  constructor(name = '', parent?: BodyGroup<Body>) {
    this.name = name;
    this.parent = parent;
  }

  /** The group of an address in this group, which is empty where nothing comes from there. */
  find(address: string): BodyGroup<Body> {
    const counted = readCounterAddress(address);
    const networks = isIPv4(counted) ? [] : listNetworks(counted).toReversed();
    let group: BodyGroup<Body> = this;
    for (const name of [...networks, counted]) group = group.inner.get(name) ?? new BodyGroup(name, group);
    return group;
  }

  add(body: Body): void {
    this.bodies.add(body);
    this.parent?.inner.set(this.name, this);
    this.parent?.add(body);
  }

  grow(bytes: number): void {
    this.bytes += bytes;
    this.parent?.grow(bytes);
  }

  /** Takes a body out of which so many bytes have arrived. */
  remove(body: Body, bytes: number): void {
    this.bodies.delete(body);
    this.bytes -= bytes;
    if (this.bodies.size === 0) this.parent?.inner.delete(this.name);
    this.parent?.remove(body, bytes);
  }

  /**
   * The address that has most of the narrowest network that has most of the next wider one, and so on. Of two that have
   * as much it is the one that `own` belongs to.
   */
  findLargest(weigh: (group: BodyGroup<Body>) => number, own?: BodyGroup<Body>): BodyGroup<Body> {
    let largest: BodyGroup<Body> | undefined;
    for (const group of this.inner.values()) {
      const difference = largest ? weigh(group) - weigh(largest) : 1;
      if (difference > 0 || (difference === 0 && own?.isIn(group))) largest = group;
    }
    return largest?.findLargest(weigh, own) ?? this;
  }

  private isIn(group: BodyGroup<Body>): boolean {
    return this === group || (this.parent?.isIn(group) ?? false);
  }
}
