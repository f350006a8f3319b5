import { type Connection, openConnection, readStatus } from '../server/connection.js';

export interface Pressure {
  readonly port: number;
  readonly request: string;
  /** Requests a second, sent at their times whatever has been answered. */
  readonly rate: number;
  readonly forMs: number;
}

/** What came of it. How long an answer took is told in milliseconds from when its request was due. */
export interface Outcome {
  /** Requests that were answered with 200 within a second. */
  readonly good: number;
  /** Of requests due after the first second, in which the server has to find out. */
  readonly goodMs: readonly number[];
  readonly refusedMs: readonly number[];
  /** Neither refused nor answered with 200 within a second. */
  readonly lost: number;
}

/** Longer than that nobody waits. */
const PATIENCE_MS = 1_000;
const ONSET_MS = 1_000;
const CLOSED_LOOP_CONNECTIONS = 16;
const PROBE = 'GET /livez HTTP/1.1\r\nHost: bench\r\n\r\n';

/**
 * Sends requests at a steady rate over connections that are open before the first: Node takes up one new connection a
 * turn of its loop, and where they queue the server sees nothing of it. There are as many as can wait at once.
 */
export async function press({ port, request, rate, forMs }: Pressure): Promise<Outcome> {
  const connections = await openConnections(port, Math.ceil(rate * (PATIENCE_MS / 1_000) * 1.2));
  const idle = [...connections];
  const goodMs: number[] = [];
  const refusedMs: number[] = [];
  let good = 0;
  let lost = 0;
  const ask = async (dueAt: number) => {
    // The one that was idle longest, so that the server closes none.
    const connection = idle.shift();
    const status = connection ? await connection.ask(request).then(readStatus, () => 0) : 0;
    if (connection) idle.push(connection);
    const tookMs = performance.now() - dueAt;
    if (status === 200 && tookMs <= PATIENCE_MS) good += 1;
    else if (status !== 503) lost += 1;
    if (dueAt >= beganAt + ONSET_MS && status !== 0) (status === 200 ? goodMs : refusedMs).push(tookMs);
  };

  const requested: Promise<void>[] = [];
  const beganAt = performance.now();
  for (let elapsedMs = 0; elapsedMs < forMs; elapsedMs = performance.now() - beganAt) {
    while (requested.length < (elapsedMs * rate) / 1_000)
      requested.push(ask(beganAt + (requested.length * 1_000) / rate));
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await Promise.all(requested);
  for (const connection of connections) connection.close();
  return { good, goodMs, refusedMs, lost };
}

/** Sends requests over a few connections, each with one on its way, and counts the answers with `status`. */
export async function saturate({
  port,
  request,
  forMs,
  status = 200,
}: Omit<Pressure, 'rate'> & { readonly status?: number }): Promise<number> {
  const connections = await openConnections(port, CLOSED_LOOP_CONNECTIONS);
  const endsAt = performance.now() + forMs;
  let good = 0;
  const ask = async (connection: Connection) => {
    while (performance.now() < endsAt) if (readStatus(await connection.ask(request)) === status) good += 1;
    connection.close();
  };
  await Promise.all(connections.map(ask));
  return good;
}

/** Each has had an answer: one that is only connected may still wait in the kernel for the server to take it up. */
export async function openConnections(port: number, count: number): Promise<readonly Connection[]> {
  const connections: Connection[] = [];
  while (connections.length < count) {
    const few = Array.from({ length: Math.min(100, count - connections.length) }, () => openConnection(port));
    const opened = await Promise.all(few);
    await Promise.all(opened.map((connection) => connection.ask(PROBE)));
    connections.push(...opened);
  }
  return connections;
}
