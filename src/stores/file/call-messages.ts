/** The lines that travel between a store's owner and another process: JSON, in which a `Date` is `{"$date": …}`. */
import type { Socket } from 'node:net';
import type { FieldError } from '../../protocol/envelope.js';
import type { ErrorCode } from '../../protocol/error-code.js';

export interface CallRequest {
  readonly id: number;
  readonly call: string;
  readonly input: readonly unknown[];
}

export type CallReply =
  /**
   * The owner has taken the connection, and proves who it is; only now does a call leave. One that waits to be taken is
   * dropped in silence.
   */
  | { readonly hello: string }
  /** A result of `undefined` has no place in JSON and is left out. */
  | { readonly id: number; readonly result?: unknown }
  | { readonly id: number; readonly error: CallFailure }
  /** The owner leaves: what it has not answered by now it has not looked at. */
  | { readonly bye: true };

export interface CallFailure {
  readonly code: ErrorCode;
  readonly message: string;
  readonly errors?: readonly FieldError[];
}

const LINE_LIMIT_CHARACTERS = 16 * 1024 * 1024;

export function printMessage(message: CallRequest | CallReply): string {
  const line = JSON.stringify(message, function (this: Record<string, unknown>, key, value) {
    const original = this[key];
    return original instanceof Date ? { $date: original.getTime() } : value;
  });
  return `${line}\n`;
}

/** Hands over each message that arrives; what is no message ends the connection. */
export function readMessages(socket: Socket, receive: (message: never) => void): void {
  let rest = '';
  socket.setEncoding('utf8');
  socket.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    try {
      if (rest.length > LINE_LIMIT_CHARACTERS) throw new Error('The line is too long.');
      for (const line of lines) receive(parseMessage(line) as never);
    } catch {
      socket.destroy();
    }
  });
}

function parseMessage(line: string): unknown {
  const message: unknown = JSON.parse(line, (_key, value) =>
    typeof value?.$date === 'number' ? new Date(value.$date) : value,
  );
  if (typeof message !== 'object' || message === null) throw new Error('The line is no message.');
  return message;
}
