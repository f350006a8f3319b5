/** One system call of a strace log (`-f -y`), in the order in which they began. */
export interface TracedCall {
  readonly name: string;
  /** Its arguments and its result as strace prints them. */
  readonly text: string;
  /** The lines of the log at which it began and was over. */
  readonly began: number;
  readonly over: number;
}

/** The calls of all threads. One that was not over when another thread spoke stands in two pieces in the log. */
export function parseStrace(log: string): readonly TracedCall[] {
  const calls: TracedCall[] = [];
  const unfinished = new Map<string, Omit<TracedCall, 'over'>>();
  for (const [index, line] of log.split('\n').entries()) {
    const [, thread = '', rest = ''] = /^(\d+) +(.*)$/.exec(line) ?? [];
    const resumed = /^<\.\.\. (\w+) resumed>(.*)$/.exec(rest);
    const started = /^(\w+)\((.*)$/.exec(rest);
    if (resumed) {
      const call = unfinished.get(thread);
      if (call) calls.push({ ...call, text: call.text + resumed[2], over: index });
      unfinished.delete(thread);
    } else if (started) {
      const call = { name: started[1] as string, text: started[2] as string, began: index };
      if (call.text.endsWith('<unfinished ...>')) unfinished.set(thread, call);
      else calls.push({ ...call, over: index });
    }
  }
  return calls.sort((left, right) => left.began - right.began);
}
