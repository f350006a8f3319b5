import { request } from 'node:http';
import { connect, type Socket } from 'node:net';

/** Where the soaked server listens. */
export interface Target {
  readonly port: number;
}

/** Stops a caller. */
export type Stop = () => void;

export interface Answer {
  readonly status: number;
  readonly bytes: number;
}

/** Sends one request from an address of this machine, and reads its answer whole. */
export function ask(
  { port }: Target,
  localAddress: string,
  { path, body }: { readonly path: string; readonly body?: string },
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = body === undefined ? {} : { 'Content-Type': 'application/json' };
    const method = body === undefined ? 'GET' : 'POST';
    const sent = request({ host: '127.0.0.1', port, localAddress, method, path, headers, agent: false });
    sent.on('response', (answer) => {
      let bytes = 0;
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, bytes }));
      answer.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

const PROBE_EVERY_MS = 1_000;
const REOPEN_AFTER_MS = 5_000;
/** So long it takes until all are open: opened at once, 50 that ask for 4 MiB each are a flood, which is another attack. */
const OPEN_WITHIN_MS = 20_000;

/** Opens `count` connections that say `text` and nothing more, and each again five seconds after the server closed it. */
export function holdConnections(
  { port }: Target,
  count: number,
  addressOf: (index: number) => string,
  { text, reads }: { readonly text: string; readonly reads: boolean },
): { readonly stop: Stop; countClosed(): number } {
  const sockets = new Set<Socket>();
  let isStopped = false;
  let closed = 0;
  const open = (index: number) => {
    if (isStopped) return;
    const socket = connect({ host: '127.0.0.1', port, localAddress: addressOf(index) }, () =>
      socket.write(text),
    );
    sockets.add(socket);
    if (reads) socket.resume();
    else socket.pause();
    // Who does not read learns from writing that the connection is closed. A server ignores empty lines between requests.
    const probe = reads ? undefined : setInterval(() => socket.write('\r\n'), PROBE_EVERY_MS);
    socket.on('error', () => {});
    socket.on('close', () => {
      clearInterval(probe);
      sockets.delete(socket);
      closed += 1;
      setTimeout(open, REOPEN_AFTER_MS, index);
    });
  };
  for (let index = 0; index < count; index++) setTimeout(open, (index * OPEN_WITHIN_MS) / count, index);
  return {
    stop() {
      isStopped = true;
      for (const socket of sockets) socket.destroy();
    },
    countClosed: () => closed,
  };
}

/** Calls `call` so many times a second, whether the calls before are over or not. */
export function repeat(perSecond: number, call: (count: number) => void): Stop {
  let count = 0;
  const timer = setInterval(() => call(count++), 1_000 / perSecond);
  return () => clearInterval(timer);
}
