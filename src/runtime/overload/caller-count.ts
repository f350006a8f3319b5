/** Counts items in total and per caller, up to a limit for each. */
export function createCallerCount({ max, maxPerCaller }: { max: number; maxPerCaller: number }) {
  const counts = new Map<string, number>();
  let total = 0;
  const countOf = (caller: string) => counts.get(caller) ?? 0;
  const hasRoom = (caller: string) => total < max && countOf(caller) < maxPerCaller;
  return {
    /** Whether one more fits. */
    hasRoom,
    /** Counts one more; returns false if a limit is reached. */
    add(caller: string): boolean {
      if (!hasRoom(caller)) return false;
      total += 1;
      counts.set(caller, countOf(caller) + 1);
      return true;
    },
    remove(caller: string): void {
      const count = countOf(caller);
      total -= 1;
      if (count > 1) counts.set(caller, count - 1);
      else counts.delete(caller);
    },
  };
}
