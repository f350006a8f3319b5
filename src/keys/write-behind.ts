import { createFlushTimer } from './flush-timer.js';

/** Records times by name and writes them in batches, so that no request waits for a write. */
export interface WriteBehind {
  /** Records that `name` was seen at `at`. */
  note(name: string, at: number): void;
  /** The latest time that is not written yet; undefined if there is none. */
  read(name: string): number | undefined;
  /** Writes all times now. */
  flush(): Promise<void>;
  /** Writes all times for the last time. */
  close(): Promise<void>;
}

/** Writes each name at most once a minute, all of them in one write. */
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
    // Names seen during the write wait for the next one.
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
