import { readCounterAddress } from '../request/address.js';

/** How many bytes of uploads may stand in memory. */
export interface MemoryBudget {
  /** Takes a part of it, unless there is not so much left. */
  take(bytes: number): boolean;
  giveBack(bytes: number): void;
}

/**
 * Gives each address its share of what all have together. Callers whose address nobody knows, such as those behind a Unix
 * socket, have no share of their own.
 */
export function createMemoryBudgets(limits: {
  readonly bytes: number;
  readonly bytesPerAddress: number;
}): (address: string) => MemoryBudget {
  const byAddress = new Map<string, number>();
  let total = 0;

  return (address) => {
    const counted = readCounterAddress(address);
    const share = counted === '' ? limits.bytes : limits.bytesPerAddress;
    const add = (bytes: number) => {
      const taken = (byAddress.get(counted) ?? 0) + bytes;
      total += bytes;
      if (taken > 0) byAddress.set(counted, taken);
      else byAddress.delete(counted);
    };
    return {
      take(bytes) {
        if (total + bytes > limits.bytes || (byAddress.get(counted) ?? 0) + bytes > share) return false;
        add(bytes);
        return true;
      },
      giveBack: (bytes) => add(-bytes),
    };
  };
}
