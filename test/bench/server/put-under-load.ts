import { type Connection, openConnection, readStatus } from './connection.js';

export interface Load {
  readonly port: number;
  readonly request: string;
  /** What every answer must have. */
  readonly status: number;
}

const CONNECTIONS = 16;

/**
 * Prepares what sends the request so many times over a few connections, each with one on its way. They stay open from
 * one time to the next, as long as the server lets them. Rejects at the first odd status.
 */
export function prepareLoad({ port, request, status }: Load): (requests: number) => Promise<void> {
  let connections: readonly (Connection | undefined)[] = Array.from({ length: CONNECTIONS });

  return async (requests) => {
    const open = await Promise.all(
      connections.map((connection) => (connection?.isOpen() ? connection : openConnection(port))),
    );
    connections = open;
    let left = requests;
    const ask = async (connection: Connection) => {
      while (left-- > 0) {
        const answered = readStatus(await connection.ask(request));
        if (answered !== status) throw new Error(`Answered with ${answered} and not with ${status}.`);
      }
    };
    const sleep = stayAwake();
    try {
      await Promise.all(open.map(ask));
    } finally {
      sleep();
    }
  };
}

/**
 * Keeps this process from waiting for the kernel until it is told to sleep again. Who writes to a process that sleeps
 * pays for its waking, on a virtual machine as much as for half of a request; whether it sleeps is a matter of who of the
 * two happens to be quicker, so that the same server would cost more at one time than at another.
 */
function stayAwake(): () => void {
  let isAwake = true;
  const turn = () => {
    if (isAwake) setImmediate(turn);
  };
  turn();
  return () => {
    isAwake = false;
  };
}
