import { createServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { END, HOLD, head, KEEP, RESET, type Step, type WireAnswer, type WireCase } from './wire-case.js';

export interface MisbehavingServer {
  readonly port: number;
  /** How many connections are open. */
  countConnections(): number;
  close(): Promise<void>;
}

/** Serves case 7 of a run named `x` under `/x/7/`, on bare sockets. `/` is an empty page for a browser to stand on. */
export async function startMisbehavingServer(cases: readonly WireCase[]): Promise<MisbehavingServer> {
  const sockets = new Set<Socket>();
  const requested = new Map<string, number>();
  const choose = (requestHead: string): WireAnswer => {
    if (requestHead.startsWith('OPTIONS ')) return PREFLIGHT;
    const [, key = '', index] = /^\w+ (\/\w+\/(\d+))\/api\//.exec(requestHead) ?? [];
    const answers = cases[Number(index)]?.answers;
    if (!answers) return PAGE;
    const count = requested.get(key) ?? 0;
    requested.set(key, count + 1);
    return answers[Math.min(count, answers.length - 1)] ?? PAGE;
  };
  const server = createServer((socket) => {
    sockets.add(socket.setNoDelay());
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    readRequests(socket, async (requestHead, body) => {
      const answer = choose(requestHead);
      await play(socket, typeof answer === 'function' ? answer(requestHead, body) : answer);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    countConnections: () => sockets.size,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

const PAGE: readonly Step[] = [
  head('200 OK', 'content-type: text/html', 'content-length: 15'),
  '<!doctype html>',
];

const PREFLIGHT: readonly Step[] = [
  head('204 No Content', 'access-control-allow-methods: *', 'access-control-allow-headers: *, authorization'),
];

/** Calls `listener` with each request that has come in whole. */
function readRequests(socket: Socket, listener: (head: string, body: string) => Promise<void>): void {
  let received = '';
  socket.on('data', (bytes) => {
    received += bytes.toString('latin1');
    const end = received.indexOf('\r\n\r\n');
    const length = Number(/^content-length: *(\d+)/im.exec(received.slice(0, end))?.[1] ?? 0);
    if (end < 0 || received.length < end + 4 + length) return;
    const body = received.slice(end + 4, end + 4 + length);
    const requestHead = received.slice(0, end);
    received = received.slice(end + 4 + length);
    listener(requestHead, body).catch((error: Error) => socket.destroy(error));
  });
}

async function play(socket: Socket, steps: readonly Step[]): Promise<void> {
  for (const step of [...steps, END]) {
    if (step === HOLD || step === KEEP || socket.destroyed) return;
    if (step === RESET) socket.resetAndDestroy();
    else if (step === END) socket.end();
    else if (typeof step === 'number') await wait(step);
    else if (typeof step !== 'symbol') await new Promise((resolve) => socket.write(step, resolve));
  }
}
