// How often one may call: fixed windows in memory, one counter a procedure and caller, with the headers that tell of it.

const LIMIT = 100_000_000;
const WINDOW_MS = 60_000;

/** Counts a call of a class (`QUERY`, `MUTATION`) and gives the headers of its answer, or null when it is too many. */
export function createLimiter() {
  const counters = new Map();
  return (name, procedure, userId) => {
    const now = Date.now();
    const id = `${procedure}:${userId}`;
    let counter = counters.get(id);
    if (!counter || counter.endsAt <= now) {
      counter = { used: 0, endsAt: now + WINDOW_MS };
      counters.set(id, counter);
    }
    counter.used += 1;
    const remaining = Math.max(0, LIMIT - counter.used);
    const headers = {
      'RateLimit-Policy': `"${name}";q=${LIMIT};w=60`,
      RateLimit: `"${name}";r=${remaining};t=${Math.ceil((counter.endsAt - now) / 1000)}`,
      'X-RateLimit-Limit': String(LIMIT),
      'X-RateLimit-Remaining': String(remaining),
      'X-RateLimit-Reset': String(Math.ceil(counter.endsAt / 1000)),
    };
    return counter.used > LIMIT ? null : headers;
  };
}

export const TOO_MANY = { success: false, message: 'Too many requests.' };
