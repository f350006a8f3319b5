import { createFlushTimer } from './flush-timer.js';

/** Remembers times by name and writes them together later, so that a request that is only seen writes nothing. */
export interface WriteBehind {
  /** Remembers that `name` was seen at `at`. */
  note(name: string, at: number): void;
  /** The latest time that is not written yet. */
  read(name: string): number | undefined;
  /** Writes what is noted, now. */
  flush(): Promise<void>;
  /** Writes what is noted, for the last time. */
  close(): Promise<void>;
}

/** Each name is written at most once a minute, and all of them in one write. */
export function createWriteBehind(
  write: (times: ReadonlyMap<string, number>) => Promise<void>,
  onFailure: (error: unknown) => void,
): WriteBehind {
  let noted = new Map<string, number>();
  const { schedule, close } = createFlushTimer(flush);

  async function flush(): Promise<void> {
    if (noted.size === 0) return;
    const writing = new Map(noted);
    try {
      await write(writing);
    } catch (error) {
      onFailure(error);
      schedule();
      return;
    }
    // What was seen while the write ran waits for the next one.
    noted = new Map([...noted].filter(([name, at]) => writing.get(name) !== at));
    if (noted.size > 0) schedule();
  }

  return {
    note(name, at) {
      noted.set(name, at);
      schedule();
    },
    read: (name) => noted.get(name),
    flush,
    close,
  };
}
