import { openConnections } from '../overload/press.js';
import { type Connection, readStatus } from '../server/connection.js';

export interface SteadyPressure {
  readonly port: number;
  /** What is sent each time, or what makes it. */
  readonly request: string | (() => string);
  /** What every answer must have, or one of several. */
  readonly status: number | readonly number[];
  /** Requests a second, each due at its time whatever has been answered. */
  readonly rate: number;
  readonly forMs: number;
  /**
   * Whether it sleeps a millisecond between two looks at what is due, where others need its core too. An answer is then timed
   * from when its request was sent: how late it woke up is not the server's time.
   */
  readonly sleeps?: boolean;
}

/** More than a server that is half busy ever keeps waiting; where they do not suffice, requests wait for one. */
const CONNECTIONS = 64;

/**
 * How long each answer took, in milliseconds from when its request was due: what a stalled server keeps from being
 * sent has waited too. Rejects at the first odd status. Unless it `sleeps`, it needs a core of its own.
 */
export async function pressSteadily(pressure: SteadyPressure): Promise<readonly number[]> {
  const { port, request, status, rate, forMs, sleeps = false } = pressure;
  const connections = await openConnections(port, CONNECTIONS);
  const idle = [...connections];
  const expected = [status].flat();
  const tookMs: number[] = [];
  const total = Math.max(1, Math.floor((rate * forMs) / 1_000));
  let failure: Error | undefined;
  const ask = async (connection: Connection, beginAt: number) => {
    const text = typeof request === 'string' ? request : request();
    const answered = readStatus(await connection.ask(text));
    tookMs.push(performance.now() - beginAt);
    if (!expected.includes(answered)) throw new Error(`Answered with ${answered} and not with ${status}.`);
    idle.push(connection);
  };

  const beganAt = performance.now();
  for (let sent = 0; tookMs.length < total && !failure; ) {
    const due = Math.min(total, ((performance.now() - beganAt) * rate) / 1_000);
    for (; sent < due && idle.length > 0; sent++) {
      const beginAt = sleeps ? performance.now() : beganAt + (sent * 1_000) / rate;
      ask(idle.shift() as Connection, beginAt).catch((error: Error) => {
        failure = error;
      });
    }
    await new Promise((resolve) => (sleeps ? setTimeout(resolve, 1) : setImmediate(resolve)));
  }
  for (const connection of connections) connection.close();
  if (failure) throw failure;
  return tookMs;
}
