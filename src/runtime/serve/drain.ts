import type { Server, ServerResponse } from 'node:http';

/**
 * How long connections without a request stay open once draining began. A caller that was about to use one gets an
 * answer and the word to close, instead of a reset.
 */
const IDLE_GRACE_MS = 200;

export interface Drain {
  isDraining(): boolean;
  begin(deadlineMs: number): Promise<boolean>;
}

/** The way down of `server`, whose answers under way are in `answers`. `server.close()` alone waits for idle callers. */
export function createDrain(server: Server, answers: ReadonlySet<ServerResponse>): Drain {
  let begun: Promise<boolean> | undefined;
  return {
    isDraining: () => begun !== undefined,
    begin: (deadlineMs) => (begun ??= drain(server, answers, deadlineMs)),
  };
}

async function drain(
  server: Server,
  answers: ReadonlySet<ServerResponse>,
  deadlineMs: number,
): Promise<boolean> {
  for (const res of answers) closeAfter(res);
  let isForced = false;
  const deadline = setTimeout(() => {
    isForced = true;
    server.closeAllConnections();
  }, deadlineMs);
  if ((await countConnections(server)) > 0) {
    await new Promise((resolve) => setTimeout(resolve, Math.min(IDLE_GRACE_MS, deadlineMs)));
  }
  await new Promise((resolve) => server.close(resolve));
  clearTimeout(deadline);
  return !isForced;
}

function countConnections(server: Server): Promise<number> {
  return new Promise((resolve) => server.getConnections((_error, count) => resolve(count)));
}

/** Makes the answer the last of its connection, also when its headers are already on their way. */
function closeAfter(res: ServerResponse): void {
  if (!res.headersSent) res.setHeader('Connection', 'close');
  else res.once('finish', () => res.req.socket.end());
}
