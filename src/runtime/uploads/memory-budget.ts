/** How many bytes of uploads may stand in memory. */
export interface MemoryBudget {
  /** Takes a part of it, unless there is not so much left. */
  take(bytes: number): boolean;
  giveBack(bytes: number): void;
}

export function createMemoryBudget(bytes: number): MemoryBudget {
  let left = bytes;
  return {
    take(count) {
      if (count > left) return false;
      left -= count;
      return true;
    },
    giveBack(count) {
      left += count;
    },
  };
}
