import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { isExemptFromDeadline } from '../hosts/deadline-exemption.js';
import { isWaitingForContinue } from '../hosts/delay-continue.js';

/** The interval of checks, the same as for the time limits that Node checks itself. */
const CHECK_INTERVAL_MS = 2_000;

export interface RequestDeadlines {
  /** Watches a request whose headers have arrived. */
  watch(req: IncomingMessage): void;
}

export interface RequestDeadlinesOptions {
  /** Until a request must be complete; 0 for no limit. */
  readonly timeoutMs: number;
  /** Called with a connection whose request takes longer. */
  readonly onLate: (error: NodeJS.ErrnoException, socket: Socket) => void;
  /** A monotonic clock, in milliseconds. */
  readonly now?: () => number;
}

interface Watched {
  req: IncomingMessage;
  since: number;
}

/**
 * Limits how long a body may take to arrive. Node's `requestTimeout` would apply to all requests of a server, but an
 * upload's reader checks its rate instead. Only the latest request of each connection is watched, as only that can be
 * incomplete. One timer checks all of them, and runs only while there are any.
 */
export function createRequestDeadlines({
  timeoutMs,
  onLate,
  now = () => performance.now(),
}: RequestDeadlinesOptions): RequestDeadlines {
  const bySocket = new Map<Socket, Watched>();
  let timer: NodeJS.Timeout | undefined;
  if (timeoutMs === 0) return { watch() {} };

  function check(): void {
    const latest = now() - timeoutMs;
    for (const [socket, watched] of bySocket) {
      const { req } = watched;
      if (req.complete || socket.destroyed || isExemptFromDeadline(req)) bySocket.delete(socket);
      else if (isWaitingForContinue(req)) watched.since = now();
      else if (watched.since <= latest) {
        bySocket.delete(socket);
        onLate(createTimeout(), socket);
      }
    }
    if (bySocket.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  return {
    watch(req) {
      const { 'content-length': length, 'transfer-encoding': encoding } = req.headers;
      if (encoding === undefined && (length === undefined || length === '0')) return;
      const { socket } = req;
      const watched = bySocket.get(socket);
      if (watched) {
        watched.req = req;
        watched.since = now();
        return;
      }
      bySocket.set(socket, { req, since: now() });
      timer ??= setInterval(check, Math.min(CHECK_INTERVAL_MS, timeoutMs)).unref();
    },
  };
}

/** Creates the error that Node uses. */
function createTimeout(): NodeJS.ErrnoException {
  return Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
}
