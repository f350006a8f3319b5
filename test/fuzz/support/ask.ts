import { Agent, request } from 'node:http';
import type { FuzzRequest } from './fuzz-request.js';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** After so long without an answer a socket hangs. */
export const PATIENCE_MS = 10_000;

export interface Asker {
  ask(sent: FuzzRequest): Promise<Answer>;
  close(): void;
}

/** Sends requests as they are, over sockets that are kept. */
export function createAsker(url: string, patienceMs = PATIENCE_MS): Asker {
  const { hostname, port } = new URL(url);
  const agent = new Agent({ keepAlive: true });
  return {
    ask: ({ method, target, headers, body }) =>
      new Promise((resolve, reject) => {
        const options = { agent, hostname, port, method, path: target, timeout: patienceMs };
        const sending = request(options, (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', reject);
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              body: Buffer.concat(chunks).toString(),
            }),
          );
        });
        for (const [name, value] of headers) sending.setHeader(name, Buffer.from(value).toString('latin1'));
        if (body !== undefined) sending.setHeader('Content-Length', Buffer.byteLength(body));
        sending.on('timeout', () => sending.destroy(new Error(`No answer within ${patienceMs} ms.`)));
        sending.on('error', reject);
        sending.end(body);
      }),
    close: () => agent.destroy(),
  };
}
