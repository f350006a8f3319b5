/** Counts something of all callers together and of each, and no more of it than the limits say. */
export function createCallerCount({ most, mostPerCaller }: { most: number; mostPerCaller: number }) {
  const counts = new Map<string, number>();
  let total = 0;
  return {
    /** Counts one more, unless there are as many as may be. */
    add(caller: string): boolean {
      const count = counts.get(caller) ?? 0;
      if (total >= most || count >= mostPerCaller) return false;
      total += 1;
      counts.set(caller, count + 1);
      return true;
    },
    remove(caller: string): void {
      const count = counts.get(caller) ?? 0;
      total -= 1;
      if (count > 1) counts.set(caller, count - 1);
      else counts.delete(caller);
    },
  };
}
