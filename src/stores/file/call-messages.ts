/** The messages between a store's owner and another process: lines of JSON, in which a `Date` is `{"$date": …}`. */
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
   * The owner has accepted the connection and proves its identity. Callers send no call before this. Connections that
   * are still in the accept queue when the owner leaves are dropped without a message.
   */
  | { readonly hello: string }
  /** A result of `undefined` is omitted, because JSON has no such value. */
  | { readonly id: number; readonly result?: unknown }
  | { readonly id: number; readonly error: CallFailure }
  /** The owner is closing the store. It has not read any call that it has not answered by now. */
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

/** Calls `receive` for each message. An invalid message ends the connection. */
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
  if (typeof message !== 'object' || message === null) throw new Error('The line is not a message.');
  return message;
}
