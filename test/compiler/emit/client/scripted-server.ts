import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** Answers one request; the last answer of a script is repeated. */
export type Answer = (response: ServerResponse, request: ReceivedRequest) => unknown;

/** A server that answers as it is told, and remembers what it was asked. */
export interface ScriptedServer {
  readonly url: string;
  readonly requests: readonly ReceivedRequest[];
  /** Forgets the requests; answers the next ones in this order. */
  play(...answers: readonly [Answer, ...Answer[]]): void;
  close(): Promise<void>;
}

export async function startScriptedServer(): Promise<ScriptedServer> {
  let script: readonly Answer[] = [];
  let requests: ReceivedRequest[] = [];
  const listener: RequestListener = async (message, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of message) chunks.push(chunk);
    const { method = '', url = '', headers } = message;
    const request = { method, url, headers, body: Buffer.concat(chunks).toString() };
    const answer = script[Math.min(requests.push(request), script.length) - 1];
    await answer?.(response, request);
  };
  const server = createServer((message, response) => {
    Promise.resolve(listener(message, response)).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get requests() {
      return requests;
    },
    play(...answers) {
      script = answers;
      requests = [];
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Answers with `status` and `body`: text as it is, anything else as JSON. */
export function say(status: number, body?: unknown, headers: Record<string, string> = {}): Answer {
  const isText = typeof body === 'string';
  return (response) => {
    response.writeHead(status, { 'content-type': isText ? 'text/html' : 'application/json', ...headers });
    response.end(body === undefined || isText ? body : JSON.stringify(body));
  };
}

/** Answers with a success envelope. */
export function sayOk(payload?: unknown, status = 200): Answer {
  return say(status, { success: true, payload });
}
