import { once } from 'node:events';
import { connect } from 'node:net';

/** A connection that is kept, for one request at a time. */
export interface Connection {
  /** Resolves to the bytes of the whole answer. */
  ask(request: string): Promise<Buffer>;
  /** Whether neither side has closed it. */
  isOpen(): boolean;
  close(): void;
}

const NOTHING = Buffer.alloc(0);

export async function openConnection(port: number): Promise<Connection> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await once(socket, 'connect');
  let received: Buffer = NOTHING;
  let waiting: { resolve(answer: Buffer): void; reject(error: Error): void } | undefined;
  socket.on('data', (chunk: Buffer) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    const length = measureAnswer(received);
    if (length === undefined) waiting?.reject(new Error('An answer says nothing of its length.'));
    else if (received.length >= length) {
      waiting?.resolve(received);
      received = NOTHING;
    }
  });
  let isClosed = false;
  const fail = () => {
    isClosed = true;
    waiting?.reject(new Error('The server closed a connection.'));
  };
  socket.on('error', fail);
  socket.on('close', fail);
  return {
    ask: (request) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        if (isClosed) fail();
        else socket.write(request, 'latin1');
      }),
    isOpen: () => !isClosed,
    close: () => socket.destroy(),
  };
}

const END_OF_HEAD = '\r\n\r\n';

/** How long the answer that begins here will be: infinite as long as nobody can know, undefined when it does not say. */
function measureAnswer(received: Buffer): number | undefined {
  const end = received.indexOf(END_OF_HEAD);
  if (end < 0) return Number.POSITIVE_INFINITY;
  const length = /\r\ncontent-length: (\d+)/i.exec(received.toString('latin1', 0, end))?.[1];
  return length === undefined ? undefined : end + END_OF_HEAD.length + Number(length);
}

export function readStatus(answer: Buffer): number {
  return Number(answer.toString('latin1', 9, 12));
}

export interface Answer {
  readonly status: number;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

export function parseAnswer(answer: Buffer): Answer {
  const end = answer.indexOf(END_OF_HEAD);
  const [, ...lines] = answer.toString('latin1', 0, end).split('\r\n');
  const headers = lines.map((line) => {
    const colon = line.indexOf(': ');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 2)];
  });
  return {
    status: readStatus(answer),
    headers: Object.fromEntries(headers),
    body: JSON.parse(answer.subarray(end + END_OF_HEAD.length).toString()),
  };
}
