import * as z from 'zod';

/** For how long an event loop may work for a request. */
export interface LoopLimit {
  /**
   * 100 ms, and twice what `JSON.parse` and a parse that passes take of as many bytes; `body`, when given, is timed itself
   * where it takes `JSON.parse` longer than others of its size.
   */
  limitMs(bytes: number, body?: string): number;
}

const PATIENCE_MS = 100;

/** Measured here and now on a body of 1 MiB, of small objects in a list. */
export function measureLoopLimit(): LoopLimit {
  const schema = z.object({ items: z.array(z.object({ id: z.number(), name: z.string() })) });
  const items = Array.from({ length: 33_000 }, (_, id) => ({ id, name: 'a name' }));
  const text = JSON.stringify({ items });
  const value: unknown = JSON.parse(text);
  const jsonMs = time(() => JSON.parse(text)) / text.length;
  const schemaMs = time(() => schema.parse(value)) / text.length;
  return {
    limitMs(bytes, body) {
      const ownMs = body === undefined ? 0 : time(() => parseOrNull(body));
      return PATIENCE_MS + 2 * (Math.max(bytes * jsonMs, ownMs) + bytes * schemaMs);
    },
  };
}

/** The median of five times. */
function time(work: () => unknown): number {
  const times = Array.from({ length: 5 }, () => {
    const startedAt = performance.now();
    work();
    return performance.now() - startedAt;
  });
  return times.sort((left, right) => left - right)[2] as number;
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
